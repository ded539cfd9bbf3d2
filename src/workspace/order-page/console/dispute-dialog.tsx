import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import type { SentTo } from '../../../platform/contract/call.ts'
import { formatFen } from '../../../platform/money.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { disputeOutcomes, staffOrderSettleDispute, type StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import { orderReads } from './order-reads.ts'

const outcomes = {
  retest: { label: '复测', note: '重新检测全部项目，可以免费或收费', done: '已安排复测' },
  correction: { label: '更正报告', note: '退回实验室更正，重新审核后交付新一版', done: '已退回实验室更正' },
  reduction: { label: '减免费用', note: '未付部分直接减少，已付部分退回客户的预存款', done: '费用已减免' },
  dismissal: { label: '驳回异议', note: '结果无误，请写明依据', done: '已答复客户' },
} as const
type Outcome = keyof typeof outcomes

/** Settles a dispute with one of four outcomes and a reason, which the customer reads. */
export function DisputeDialog({ order, open, onClose }: { order: StaffOrder; open: boolean; onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>('retest')
  return (
    <Dialog open={open} onClose={onClose} title="处理异议">
      <div className="stack">
        <Field label="处理结果" as="group">
          <RadioGroup
            cards
            options={(Object.keys(outcomes) as Outcome[]).map((value) => ({
              value,
              label: outcomes[value].label,
              note: outcomes[value].note,
            }))}
            value={outcome}
            onValue={(value) => setOutcome(value as Outcome)}
          />
        </Field>
        <OutcomeForm key={outcome} order={order} outcome={outcome} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function OutcomeForm({ order, outcome, onClose }: { order: StaffOrder; outcome: Outcome; onClose: () => void }) {
  const act = useAct(staffOrderSettleDispute, { refreshes: orderReads })
  const { orderNo, version } = order
  const form = useZodForm({
    schema: disputeOutcomes[outcome] as typeof disputeOutcomes.reduction,
    initial: { outcome, orderNo, version, reason: '', ...(outcome === 'retest' ? { feeFen: 0 } : {}) } as Partial<
      SentTo<typeof staffOrderSettleDispute>
    > as never,
    onSubmit: async (input) => {
      const { refundedFen } = await act.submit(input as SentTo<typeof staffOrderSettleDispute>)
      toast.success(refundedFen > 0 ? `已减免，其中 ${formatFen(refundedFen)} 退回预存款` : outcomes[outcome].done)
      onClose()
    },
  })
  // Each outcome has different fields.
  const at = form.at as (path: string) => ReturnType<typeof form.at>
  return (
    <Form form={form}>
      {outcome === 'retest' && (
        <Field label="复测费用" of={at('feeFen')} hint="免费填 0；收费时由客户确认后才开始">
          <MoneyInput />
        </Field>
      )}
      {outcome === 'reduction' && (
        <Field
          label="减免金额"
          of={form.at('amountFen')}
          required
          hint={`不超过订单费用${order.amountFen === null ? '' : ` ${formatFen(order.amountFen)}`}`}
        >
          <MoneyInput />
        </Field>
      )}
      <Field label="处理说明" of={form.at('reason')} required hint="客户会看到">
        <TextArea rows={3} maxLength={500} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {outcomes[outcome].label}
        </Button>
      </FormActions>
    </Form>
  )
}
