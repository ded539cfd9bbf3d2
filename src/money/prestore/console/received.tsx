import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import { bankList } from '../contract.ts'
import {
  type Received,
  receivedConfirmReturn,
  receivedList,
  receivedRefuseReturn,
  receivedReturn,
} from '../received-contract.ts'
import { AssignDialog } from './assign-dialog.tsx'

type RowAction = 'return' | 'confirmReturn' | 'refuseReturn'

const rowActions: Record<RowAction, { label: string; done: string; reason?: string; text: string }> = {
  return: {
    label: '退回',
    done: '已登记退回；大额退回由另一位同事复核后入账',
    reason: '退回原因',
    text: '请在网银原路退回；客户会看到原因。',
  },
  confirmReturn: { label: '复核退回', done: '已复核，退回已入账', text: '确认款项已在网银原路退回。' },
  refuseReturn: { label: '不予退回', done: '已恢复为待分配', reason: '原因', text: '到账恢复为待分配。' },
}

/** Customers' money that came without a claim: what waits to be assigned, and returns that wait for a second person. */
export function ReceivedMoney() {
  const [assigning, setAssigning] = useState<Received>()
  const [asked, setAsked] = useState<{ action: RowAction; row: Received }>()
  const act = useRowActions()
  const action = asked && rowActions[asked.action]
  const onAction = (next: RowAction, row: Received) => setAsked({ action: next, row })
  return (
    <div className="stack">
      <ReceivedTable stage="open" empty="没有待分配的到账" onAssign={setAssigning} onAction={onAction} />
      <ReceivedTable stage="returning" empty="没有等待复核的退回" onAssign={setAssigning} onAction={onAction} />
      {assigning && <AssignDialog received={assigning} onClose={() => setAssigning(undefined)} />}
      {asked && action && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={`${action.label} ${asked.row.bankLine.serial}`}
          confirmLabel={action.label}
          danger={asked.action === 'return'}
          reason={action.reason ? { label: action.reason, required: true, maxLength: 200 } : undefined}
          onConfirm={async ({ reason }) => {
            await act[asked.action](asked.row, reason)
            toast.success(action.done)
          }}
        >
          <p>
            {asked.row.customerName} {asked.row.customerPhone}，<Money fen={asked.row.restFen} />。{action.text}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function useRowActions(): Record<RowAction, (row: Received, reason: string) => Promise<unknown>> {
  const refreshes = [receivedList, bankList]
  const giveBack = useAct(receivedReturn, { refreshes })
  const confirm = useAct(receivedConfirmReturn, { refreshes })
  const refuse = useAct(receivedRefuseReturn, { refreshes })
  return {
    return: ({ id, version }, reason) => giveBack.submit({ id, version, reason }),
    confirmReturn: ({ id, version }) => confirm.submit({ id, version }),
    refuseReturn: ({ id, version }, reason) => refuse.submit({ id, version, reason }),
  }
}

interface TableProps {
  stage: 'open' | 'returning'
  empty: string
  onAssign: (row: Received) => void
  onAction: (action: RowAction, row: Received) => void
}

function ReceivedTable({ stage, empty, onAssign, onAction }: TableProps) {
  const [page, setPage] = useState(1)
  const list = useCall(receivedList, { stage, page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      onPage={setPage}
      caption={stage === 'open' ? '待分配的到账' : '等待复核的退回'}
      columns={[...columns, actColumn(onAssign, onAction)]}
      rowKey={(row) => String(row.id)}
      empty={<EmptyState title={empty} icon="check" />}
    />
  )
}

const columns: Column<Received>[] = [
  {
    key: 'serial',
    header: '流水',
    rowHeader: true,
    render: (row) => (
      <span className="num">
        {row.bankLine.receivedAt.slice(0, 16)} {row.bankLine.serial}
      </span>
    ),
  },
  { key: 'payer', header: '付款户名', render: (row) => row.bankLine.payer },
  {
    key: 'customer',
    header: '客户',
    render: (row) => (
      <span>
        {row.customerName} <span className="num">{row.customerPhone}</span>
      </span>
    ),
  },
  { key: 'reason', header: '依据', render: (row) => row.returnReason || row.reason },
  { key: 'amount', header: '到账', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
  { key: 'rest', header: '剩余', align: 'end', render: (row) => <Money fen={row.restFen} /> },
]

function actColumn(
  onAssign: (row: Received) => void,
  onAction: (action: RowAction, row: Received) => void,
): Column<Received> {
  return {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => {
      const name = row.bankLine.serial
      if (row.stage === 'returning')
        return (
          <span className="cluster">
            {row.mayConfirm && (
              <Button
                size="s"
                variant="primary"
                aria-label={`复核退回 ${name}`}
                onClick={() => onAction('confirmReturn', row)}
              >
                复核退回
              </Button>
            )}
            <Button size="s" aria-label={`不予退回 ${name}`} onClick={() => onAction('refuseReturn', row)}>
              不予退回
            </Button>
          </span>
        )
      return (
        <span className="cluster">
          <Button size="s" variant="primary" aria-label={`分配 ${name}`} onClick={() => onAssign(row)}>
            分配
          </Button>
          <Button size="s" aria-label={`退回 ${name}`} onClick={() => onAction('return', row)}>
            退回
          </Button>
        </span>
      )
    },
  }
}
