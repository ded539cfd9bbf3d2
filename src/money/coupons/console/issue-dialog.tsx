import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  type CampaignItem,
  staffCampaign,
  staffCouponIssue,
  staffCouponIssues,
  staffCoupons,
} from '../staff-contract.ts'
import { SegmentForm } from './segment-form.tsx'

interface Props {
  campaign: CampaignItem
  onClose: () => void
}

const refreshes = [staffCampaign, staffCoupons, staffCouponIssues]

/** Issues to one customer by phone, to a group by its number, or to a segment as a job. */
export function IssueDialog({ campaign, onClose }: Props) {
  const { may } = useStaff()
  const [way, setWay] = useState<'one' | 'segment'>('one')
  return (
    <Dialog open onClose={onClose} title={`发放「${campaign.name}」`}>
      <div className="stack">
        {may('coupon.edit') && (
          <Field label="发放对象" as="group">
            <RadioGroup
              value={way}
              onValue={setWay}
              options={[
                { value: 'one', label: '一位客户或课题组' },
                { value: 'segment', label: '符合条件的客户' },
              ]}
            />
          </Field>
        )}
        {way === 'one' ? (
          <OneForm campaign={campaign} onClose={onClose} />
        ) : (
          <SegmentForm campaign={campaign} refreshes={refreshes} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function OneForm({ campaign, onClose }: Props) {
  const issue = useAct(staffCouponIssue, { refreshes })
  const form = useZodForm({
    schema: staffCouponIssue.input,
    initial: { campaignId: campaign.id, receiver: '', reason: '' },
    onSubmit: async (input) => {
      await issue.submit(input)
      toast.success('已发放，客户会收到通知')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="发放给一位客户或课题组">
      <Field
        label="客户手机号或课题组编号"
        of={form.at('receiver')}
        required
        hint="发给课题组的优惠券，由课题组付款的订单可用"
      >
        <TextInput autoComplete="off" maxLength={20} />
      </Field>
      <Field label="发放原因" of={form.at('reason')} required hint="只供内部查看">
        <TextInput maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          发放
        </Button>
      </FormActions>
    </Form>
  )
}
