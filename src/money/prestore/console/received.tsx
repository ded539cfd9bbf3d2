import { useState } from 'react'
import { bankList, receivedIndex, receivedList } from '../list-contract.ts'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  type Received,
  receivedConfirmReturn,
  receivedRefuseReturn,
  receivedReturn,
} from '../received/received-contract.ts'
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
      <IndexList
        index={receivedIndex}
        call={receivedList}
        looks={looks}
        more={[actColumn(setAssigning, onAction)]}
        tabs={false}
        empty={<EmptyState title="没有这样的到账" icon="check" />}
      />
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

const looks: IndexListProps<Received, keyof typeof receivedIndex.fields>['looks'] = {
  serial: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.bankLine.serial}</span> },
  customer: {
    line: 2,
    render: (row) => <CustomerCell {...row} />,
  },
  rest: { line: 2 },
}

function actColumn(
  onAssign: (row: Received) => void,
  onAction: (action: RowAction, row: Received) => void,
): Column<Received> {
  return {
    key: 'acts',
    line: 1,
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
      if (row.stage !== 'open') return null
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
