import { useState } from 'react'
import { z } from 'zod'
import type { OutputOf } from '../../platform/contract/call.ts'
import { positiveFenField, requiredText } from '../../platform/contract/fields.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { MoneyInput, TextArea } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Money } from '../../ui/text/money.tsx'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { creditApplyOperate } from './contract.ts'
import type { CreditApplicationStage } from './rules.ts'
import { shortDay } from '../../ui/text/day-text.ts'

type Info = OutputOf<typeof creditApplyOperate>

const tones: Record<CreditApplicationStage, Tone> = {
  pending: 'info',
  checking: 'info',
  approved: 'ok',
  rejected: 'danger',
  cancelled: 'neutral',
}
const refreshes = [creditApplyOperate]

/** The customer's credit and a form to ask for more. Empty for customers who pay before the test. */
export function CreditCard() {
  const info = useCall(creditApplyOperate, { op: 'info' })
  if (info.data && !info.data.credit.opened && !info.data.mayApply && !info.data.application) return null
  return (
    <Card title="信用额度">
      <Loaded of={info}>{(data) => <Credit info={data} />}</Loaded>
    </Card>
  )
}

function Credit({ info: { credit, overdue, mayApply, application } }: { info: Info }) {
  const [open, setOpen] = useState<'apply' | 'cancel'>()
  const cancel = useAct(creditApplyOperate, { refreshes, onDone: () => toast.success('申请已撤销') })
  return (
    <div className="stack">
      <DescriptionList
        items={[
          { term: '总额度', value: <Money fen={credit.limitFen} /> },
          { term: '可用', value: <Money fen={credit.availableFen} /> },
          { term: '订单预占', value: <Money fen={credit.heldFen} /> },
          { term: '待付清', value: <Money fen={credit.usedFen} /> },
        ]}
      />
      {overdue && <p>有逾期未付的费用，付清后才能继续用额度下单。</p>}
      {application && <Application application={application} />}
      <div className="cluster">
        {mayApply && <Button onClick={() => setOpen('apply')}>申请提高额度</Button>}
        {application?.stage === 'pending' && <Button onClick={() => setOpen('cancel')}>撤销申请</Button>}
      </div>
      <Dialog open={open === 'apply'} onClose={() => setOpen(undefined)} title="申请提高信用额度" size="s">
        <ApplyForm limitFen={credit.limitFen} onClose={() => setOpen(undefined)} />
      </Dialog>
      <ConfirmDialog
        open={open === 'cancel'}
        onClose={() => setOpen(undefined)}
        title="撤销额度申请"
        confirmLabel="撤销申请"
        onConfirm={() => cancel.submit({ op: 'cancel' })}
      >
        撤销后当前额度不变，之后可以重新申请。
      </ConfirmDialog>
    </div>
  )
}

function Application({ application }: { application: NonNullable<Info['application']> }) {
  const { stage, stageLabel, wantedFen, grantedFen, rejectReason, createdAt } = application
  return (
    <p className="cluster">
      <span>
        {shortDay(createdAt)} 申请 <Money fen={wantedFen} />
        {stage === 'approved' && grantedFen !== null && (
          <>
            ，批准 <Money fen={grantedFen} />
          </>
        )}
      </span>
      <StageBadge tone={tones[stage]}>{stageLabel}</StageBadge>
      {rejectReason && <span>原因：{rejectReason}</span>}
    </p>
  )
}

const applySchema = z.strictObject({ wantedFen: positiveFenField, reason: requiredText('申请理由', 500) })

function ApplyForm({ limitFen, onClose }: { limitFen: number; onClose: () => void }) {
  const apply = useAct(creditApplyOperate, { refreshes, onDone: () => toast.success('申请已提交，财务审核后通知您') })
  const form = useZodForm({
    schema: applySchema,
    onSubmit: async (input) => {
      await apply.submit({ op: 'apply', ...input })
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="申请提高信用额度">
      <Field
        label="希望的总额度"
        of={form.at('wantedFen')}
        required
        hint={
          <>
            当前总额度 <Money fen={limitFen} />
          </>
        }
      >
        <MoneyInput />
      </Field>
      <Field label="申请理由" of={form.at('reason')} required hint="如课题经费、预计检测量">
        <TextArea rows={3} maxLength={500} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          提交申请
        </Button>
      </FormActions>
    </Form>
  )
}
