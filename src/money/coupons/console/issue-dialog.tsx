import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { userTypes, userTypeNumbers } from '../../../people/customers/rules.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CheckboxGroup, RadioGroup } from '../../../ui/inputs/choice.tsx'
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
  staffCouponIssueSegment,
  staffCoupons,
} from '../staff-contract.ts'
import { ProjectSelect } from '../../../shop/catalogue/project-select.tsx'

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
          <SegmentForm campaign={campaign} onClose={onClose} />
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

function SegmentForm({ campaign, onClose }: Props) {
  const issue = useAct(staffCouponIssueSegment, { refreshes })
  const form = useZodForm({
    schema: staffCouponIssueSegment.input,
    initial: {
      campaignId: campaign.id,
      segment: { userTypes: [], registeredSince: '', orders: 'any', projectId: 0 },
      projectName: '',
    },
    onSubmit: async (input) => {
      if (input.segment.orders === 'project' && input.segment.projectId === 0)
        throw Object.assign(new Error('请选择项目'), { issues: [{ path: 'segment.orders', message: '请选择项目' }] })
      const { total } = await issue.submit(input)
      toast.success(`开始发放，逐一核对 ${total} 位客户，进度见「批量发放」`)
      onClose()
    },
  })
  const { orders } = form.values.segment ?? {}
  return (
    <Form form={form} aria-label="发放给符合条件的客户">
      <Field label="客户类型" of={form.at('segment.userTypes')} as="group" hint="都不选即不限">
        <CheckboxGroup options={userTypeNumbers.map((type) => ({ value: type, label: userTypes[type] }))} />
      </Field>
      <Field label="注册时间不早于" of={form.at('segment.registeredSince')} hint="不填即不限">
        <TextInput type="date" />
      </Field>
      <Field label="下单情况" of={form.at('segment.orders')} as="group">
        <RadioGroup
          options={[
            { value: 'any', label: '不限' },
            { value: 'never', label: '从未下单' },
            { value: 'project', label: '下过指定项目' },
          ]}
        />
      </Field>
      {orders === 'project' && (
        <>
          <ProjectSelect
            label="下过的项目"
            onPick={(projectId, projectName) => {
              form.set('segment.projectId', projectId)
              form.set('projectName', projectName)
            }}
          />
          {form.values.projectName && <p role="status">已选：{form.values.projectName}</p>}
        </>
      )}
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          开始发放
        </Button>
      </FormActions>
    </Form>
  )
}
