import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { MoneyInput } from '../../../ui/input.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { StageBadge, type Tone } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Address, useAddress } from '../../../ui/use-address.ts'
import {
  type StaffCreditApplication,
  staffCreditConfirm,
  staffCreditList,
  staffCreditRaise,
  staffCreditReject,
} from '../contract.ts'
import { type CreditApplicationStage, creditApplicationLifecycle } from '../rules.ts'

export const meta = () => [{ title: '信用额度 · 明析科测' }]

type RowAction = 'raise' | 'confirm' | 'reject'
interface Open {
  action: RowAction
  row: StaffCreditApplication
}
const stages = ['pending', 'checking', 'approved', 'rejected'] as const satisfies CreditApplicationStage[]
const tones: Record<CreditApplicationStage, Tone> = {
  pending: 'info',
  checking: 'info',
  approved: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
}
const refreshes = [staffCreditList]

export default function ConsoleCredit() {
  const address = useAddress()
  const stage = address.oneOf('stage', stages)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const confirm = useAct(staffCreditConfirm, { refreshes, onDone: () => toast.success('已复核，新额度即时生效') })
  const reject = useAct(staffCreditReject, { refreshes, onDone: () => toast.success('已驳回，客户会收到通知') })
  const target = open && { applicationId: open.row.id, version: open.row.version }
  return (
    <div className="stack">
      <PageHeader title="信用额度" sub="高校院所客户提高额度的申请；超过规定金额须两人经手" />
      <LinkTabs
        label="申请状态"
        tabs={stages.map((key) => ({
          to: address.href({ stage: key }),
          label: creditApplicationLifecycle.stages[key],
          current: key === stage,
        }))}
      />
      <Applications stage={stage} address={address} onOpen={(action, row) => setOpen({ action, row })} />
      {open?.action === 'raise' && (
        <Dialog open onClose={close} title="通过额度申请">
          <RaiseForm row={open.row} onClose={close} />
        </Dialog>
      )}
      <ConfirmDialog
        open={open?.action === 'confirm'}
        onClose={close}
        onConfirm={() => target && confirm.submit(target)}
        title="复核额度"
        confirmLabel="复核通过"
      >
        {open && (
          <p>
            {open.row.customerName} {open.row.customerPhone} 的额度由 <Money fen={open.row.credit.limitFen} /> 调整为{' '}
            <Money fen={open.row.grantedFen ?? 0} />
            ，由 {open.row.decidedByName} 提交。
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.action === 'reject'}
        onClose={close}
        onConfirm={({ reason }) => target && reject.submit({ ...target, reason })}
        title="驳回额度申请"
        confirmLabel="驳回"
        danger
        reason={{ label: '驳回原因', required: true }}
      />
    </div>
  )
}

function Applications({
  stage,
  address: { page, href },
  onOpen,
}: {
  stage: CreditApplicationStage
  address: Address
  onOpen: (action: RowAction, row: StaffCreditApplication) => void
}) {
  const { may } = useStaff()
  const list = useCall(staffCreditList, { stage, page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      href={(to) => href({ page: to })}
      caption={`${creditApplicationLifecycle.stages[stage]}的额度申请`}
      columns={columns(may('credit.raise'), onOpen)}
      rowKey={(row) => String(row.id)}
      empty={<EmptyState title={`没有${creditApplicationLifecycle.stages[stage]}的申请`} icon="wallet" />}
    />
  )
}

function columns(
  mayRaise: boolean,
  onOpen: (action: RowAction, row: StaffCreditApplication) => void,
): Column<StaffCreditApplication>[] {
  return [
    { key: 'at', header: '申请时间', render: (row) => <span className="num">{row.createdAt.slice(0, 16)}</span> },
    {
      key: 'customer',
      header: '客户',
      rowHeader: true,
      render: (row) => (
        <span>
          {row.customerName} <span className="num">{row.customerPhone}</span>
        </span>
      ),
    },
    { key: 'now', header: '现有额度', align: 'end', render: (row) => <Money fen={row.credit.limitFen} /> },
    {
      key: 'used',
      header: '已用与预占',
      align: 'end',
      render: (row) => <Money fen={row.credit.usedFen + row.credit.heldFen} />,
    },
    { key: 'wanted', header: '申请额度', align: 'end', render: (row) => <Money fen={row.wantedFen} /> },
    { key: 'reason', header: '理由', render: (row) => row.reason },
    {
      key: 'state',
      header: '状态',
      render: (row) => <StageBadge tone={tones[row.stage]}>{row.stageLabel}</StageBadge>,
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) =>
        mayRaise && (
          <span className="cluster">
            {row.stage === 'pending' && (
              <Button size="s" variant="primary" onClick={() => onOpen('raise', row)}>
                通过
              </Button>
            )}
            {row.mayConfirm && (
              <Button size="s" variant="primary" onClick={() => onOpen('confirm', row)}>
                复核
              </Button>
            )}
            {(row.stage === 'pending' || row.stage === 'checking') && (
              <Button size="s" onClick={() => onOpen('reject', row)}>
                驳回
              </Button>
            )}
          </span>
        ),
    },
  ]
}

function RaiseForm({ row, onClose }: { row: StaffCreditApplication; onClose: () => void }) {
  const raise = useAct(staffCreditRaise, { refreshes })
  const form = useZodForm({
    schema: staffCreditRaise.input,
    initial: { applicationId: row.id, version: row.version, grantedFen: row.wantedFen },
    onSubmit: async (input) => {
      const { stage } = await raise.submit(input)
      toast.success(stage === 'approved' ? '新额度即时生效' : '已提交复核，由另一位同事确认后生效')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="通过额度申请">
      <p>
        {row.customerName} {row.customerPhone}，现有额度 <Money fen={row.credit.limitFen} />
        ，申请 <Money fen={row.wantedFen} />。
      </p>
      <Field label="批准额度" of={form.at('grantedFen')} required>
        <MoneyInput />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          通过
        </Button>
      </FormActions>
    </Form>
  )
}
