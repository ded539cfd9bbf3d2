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

type Deed = 'return' | 'confirmReturn' | 'refuseReturn'

const deeds: Record<Deed, { label: string; done: string; reason?: string; text: string }> = {
  return: {
    label: '退回',
    done: '已登记退回；大额退回由另一位同事复核后入账',
    reason: '退回原因',
    text: '请在网银原路退回；客户会看到原因。',
  },
  confirmReturn: { label: '复核退回', done: '已复核，退回已入账', text: '确认款项已在网银原路退回。' },
  refuseReturn: { label: '不予退回', done: '已恢复为待分配', reason: '原因', text: '到账恢复为待分配。' },
}

/** Customers' money that came without an application: what waits to be assigned, and what waits for a second person to send it back. */
export function ReceivedMoney() {
  const [assigning, setAssigning] = useState<Received>()
  const [asked, setAsked] = useState<{ deed: Deed; row: Received }>()
  const act = useDeeds()
  const deed = asked && deeds[asked.deed]
  const onDeed = (next: Deed, row: Received) => setAsked({ deed: next, row })
  return (
    <div className="stack">
      <ReceivedTable stage="open" empty="没有待分配的到账" onAssign={setAssigning} onDeed={onDeed} />
      <ReceivedTable stage="returning" empty="没有等待复核的退回" onAssign={setAssigning} onDeed={onDeed} />
      {assigning && <AssignDialog received={assigning} onClose={() => setAssigning(undefined)} />}
      {asked && deed && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={`${deed.label} ${asked.row.bankLine.serial}`}
          confirmLabel={deed.label}
          danger={asked.deed === 'return'}
          reason={deed.reason ? { label: deed.reason, required: true, maxLength: 200 } : undefined}
          onConfirm={async ({ reason }) => {
            await act[asked.deed](asked.row, reason)
            toast.success(deed.done)
          }}
        >
          <p>
            {asked.row.customerName} {asked.row.customerPhone}，<Money fen={asked.row.restFen} />。{deed.text}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function useDeeds(): Record<Deed, (row: Received, reason: string) => Promise<unknown>> {
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
  onDeed: (deed: Deed, row: Received) => void
}

function ReceivedTable({ stage, empty, onAssign, onDeed }: TableProps) {
  const [page, setPage] = useState(1)
  const list = useCall(receivedList, { stage, page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      onPage={setPage}
      caption={stage === 'open' ? '待分配的到账' : '等待复核的退回'}
      columns={[...columns, actColumn(onAssign, onDeed)]}
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

function actColumn(onAssign: (row: Received) => void, onDeed: (deed: Deed, row: Received) => void): Column<Received> {
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
                onClick={() => onDeed('confirmReturn', row)}
              >
                复核退回
              </Button>
            )}
            <Button size="s" aria-label={`不予退回 ${name}`} onClick={() => onDeed('refuseReturn', row)}>
              不予退回
            </Button>
          </span>
        )
      return (
        <span className="cluster">
          <Button size="s" variant="primary" aria-label={`分配 ${name}`} onClick={() => onAssign(row)}>
            分配
          </Button>
          <Button size="s" aria-label={`退回 ${name}`} onClick={() => onDeed('return', row)}>
            退回
          </Button>
        </span>
      )
    },
  }
}
