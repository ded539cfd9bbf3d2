import { useState } from 'react'
import { userTypes, userTypeNumbers } from '../../../people/customers/rules.ts'
import { send } from '../../../platform/client/transport.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import type { Call, SentTo } from '../../../platform/contract/call.ts'
import { ProjectSelect } from '../../../shop/catalogue/project-select.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CheckboxGroup, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { issueText } from '../campaigns/segment-rules.ts'
import { type CampaignItem, staffCouponIssueSegment, staffCouponSegmentSize } from '../staff-contract.ts'

interface Props {
  campaign: CampaignItem
  refreshes: readonly Call[]
  onClose: () => void
}

interface Asked {
  input: SentTo<typeof staffCouponIssueSegment>
  total: number
  /** null: no limit. */
  left: number | null
}

/** Whom to give a coupon; before it begins it says how many they are, since a whole issue cannot be taken back. */
export function SegmentForm({ campaign, refreshes, onClose }: Props) {
  const issue = useAct(staffCouponIssueSegment, { refreshes })
  const [asked, setAsked] = useState<Asked>()
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
      const { campaignId, segment } = input
      setAsked({ input, ...(await send(staffCouponSegmentSize, { campaignId, segment })) })
    },
  })
  const { orders } = form.values.segment ?? {}
  const begin = async ({ input }: Asked) => {
    const { total } = await issue.submit(input)
    toast.success(`开始发放，逐一核对 ${total} 位客户，进度见「批量发放」`)
    onClose()
  }
  return (
    <>
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
            下一步
          </Button>
        </FormActions>
      </Form>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && begin(asked)}
        title={`发放「${campaign.name}」`}
        confirmLabel="开始发放"
      >
        {asked && <p>{issueText(asked, asked.input.segment?.orders ?? 'any', campaign.perPerson)}</p>}
      </ConfirmDialog>
    </>
  )
}
