import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { formatFen } from '../../../platform/money.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CheckboxGroup, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  staffOrderAcceptRetest,
  staffOrderOfferRetest,
  type StaffOrder,
} from '../../../lab/orders/staff/staff-contract.ts'
import { orderLimits } from '../../../lab/orders/rules.ts'
import { orderReads } from './order-reads.ts'

/** Accepts a retest, free or for a fee. The laboratory must hand in new data for the chosen lines. */
export function RetestDialog({ order, open, onClose }: { order: StaffOrder; open: boolean; onClose: () => void }) {
  const [charge, setCharge] = useState<'free' | 'charged'>('free')
  return (
    <Dialog open={open} onClose={onClose} title="同意复测" size="s">
      <div className="stack">
        {order.finalFen === null ? (
          <Field label="费用" as="group">
            <RadioGroup
              cards
              options={[
                { value: 'free', label: '免费', note: '同意后立即回到检测中' },
                {
                  value: 'charged',
                  label: '收费',
                  note: `客户在订单页面确认费用后才开始，${orderLimits.retestOfferDays} 天内未确认视为放弃`,
                },
              ]}
              value={charge}
              onValue={(value) => setCharge(value as 'free' | 'charged')}
            />
          </Field>
        ) : (
          <p>最终费用已核定，只能免费复测。</p>
        )}
        {charge === 'free' ? (
          <FreeForm order={order} onClose={onClose} />
        ) : (
          <ChargedForm order={order} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function FreeForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const act = useAct(staffOrderAcceptRetest, { refreshes: orderReads })
  const form = useZodForm({
    schema: staffOrderAcceptRetest.input,
    initial: { orderNo: order.orderNo, version: order.version, lineIds: order.lines.map((line) => line.id) },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('已同意复测')
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p>同意后订单回到检测中，由实验员重新检测；填写新的检测记录并上传新数据后才能提交审核。</p>
      {order.lines.length > 1 && (
        <Field label="要复测的项目" of={form.at('lineIds')} as="group" required>
          <CheckboxGroup options={lineOptions(order)} />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          同意复测
        </Button>
      </FormActions>
    </Form>
  )
}

function ChargedForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const act = useAct(staffOrderOfferRetest, { refreshes: orderReads })
  const form = useZodForm({
    schema: staffOrderOfferRetest.input,
    initial: {
      orderNo: order.orderNo,
      version: order.version,
      lineIds: order.lines.map((line) => line.id),
      reason: '',
    },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success(`已请客户确认复测费用 ${formatFen(input.feeFen)}`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      {order.lines.length > 1 && (
        <Field label="要复测的项目" of={form.at('lineIds')} as="group" required>
          <CheckboxGroup options={lineOptions(order)} />
        </Field>
      )}
      <Field label="复测费用" of={form.at('feeFen')} required>
        <MoneyInput />
      </Field>
      <Field label="收费原因" of={form.at('reason')} required hint="客户会看到">
        <TextArea rows={3} maxLength={500} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          请客户确认费用
        </Button>
      </FormActions>
    </Form>
  )
}

function lineOptions(order: StaffOrder) {
  return order.lines.map((line) => ({ value: line.id, label: line.projectName }))
}
