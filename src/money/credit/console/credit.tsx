import { useState } from 'react'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type StaffCreditApplication, staffCreditConfirm, staffCreditReject } from '../contract.ts'
import { creditIndex, staffCreditList } from '../list-contract.ts'
import { creditApplicationLifecycle, type CreditApplicationStage } from '../rules.ts'
import { applicantOf } from './applicant.ts'
import { RaiseForm } from './raise-form.tsx'

export const meta = () => [{ title: '信用额度 · 明析科测' }]

type RowAction = 'raise' | 'confirm' | 'reject'
interface Open {
  action: RowAction
  row: StaffCreditApplication
}
const tones: Record<CreditApplicationStage, Tone> = {
  pending: 'info',
  checking: 'info',
  approved: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
}
const refreshes = [staffCreditList]

const rejectAll = bulkVerb<StaffCreditApplication, typeof staffCreditReject>(
  staffCreditReject,
  ({ id, version }, reason) => ({ applicationId: id, version, reason }),
  {
    label: '驳回申请',
    unfit: unfitFor(creditApplicationLifecycle, 'reject'),
    danger: true,
    reason: '驳回原因',
    text: (count) => `驳回 ${count} 份额度申请，客户会看到原因。已处理的会被拒绝。`,
  },
)

export default function ConsoleCredit() {
  const { may } = useStaff()
  const [open, setOpen] = useState<Open>()
  const mayRaise = may('credit.raise')
  return (
    <div className="stack">
      <PageHeader title="信用额度" sub="高校院所客户提高额度的申请；超过规定金额须两人经手" />
      <IndexList
        index={creditIndex}
        call={staffCreditList}
        looks={looks}
        more={mayRaise ? [actColumn((action, row) => setOpen({ action, row }))] : []}
        bulk={mayRaise ? [rejectAll] : []}
      />
      {open && <Decision {...open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Decision({ action, row, onClose }: Open & { onClose: () => void }) {
  const confirm = useAct(staffCreditConfirm, { refreshes, onDone: () => toast.success('已复核，新额度即时生效') })
  const reject = useAct(staffCreditReject, { refreshes, onDone: () => toast.success('已驳回，客户会收到通知') })
  const target = { applicationId: row.id, version: row.version }
  if (action === 'raise')
    return (
      <Dialog open onClose={onClose} title="通过额度申请">
        <RaiseForm row={row} onClose={onClose} />
      </Dialog>
    )
  if (action === 'reject')
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={({ reason }) => reject.submit({ ...target, reason })}
        title="驳回额度申请"
        confirmLabel="驳回"
        danger
        reason={{ label: '驳回原因', required: true }}
      />
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => confirm.submit(target)}
      title="复核额度"
      confirmLabel="复核通过"
    >
      <p>
        {applicantOf(row)}的额度由 <Money fen={row.credit.limitFen} /> 调整为 <Money fen={row.grantedFen ?? 0} />
        ，由 {row.decidedByName} 提交。
      </p>
      <p>理由：{row.reason}</p>
    </ConfirmDialog>
  )
}

const looks: IndexListProps<StaffCreditApplication, keyof typeof creditIndex.fields>['looks'] = {
  customer: { line: 1, rowHeader: true, render: (row) => <CustomerCell {...row} /> },
  wanted: { line: 2 },
  created: { line: 2 },
  stage: { line: 1, render: (row) => <StageBadge tone={tones[row.stage]}>{row.stageLabel}</StageBadge> },
}

function actColumn(onOpen: (action: RowAction, row: StaffCreditApplication) => void): Column<StaffCreditApplication> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => {
      const button = (action: RowAction, label: string) => (
        <Button
          size="s"
          variant={action === 'reject' ? 'secondary' : 'primary'}
          aria-label={`${label} ${creditIndex.key(row)}`}
          onClick={() => onOpen(action, row)}
        >
          {label}
        </Button>
      )
      return (
        <span className="cluster">
          {row.stage === 'pending' && button('raise', '通过')}
          {row.mayConfirm && button('confirm', '复核')}
          {(row.stage === 'pending' || row.stage === 'checking') && button('reject', '驳回')}
        </span>
      )
    },
  }
}
