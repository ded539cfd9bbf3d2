import { useState } from 'react'
import { groupNames } from '../../../people/customers/rules.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm, type ZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, NumberInput, Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { campaignFaults, type CampaignForm, issuedOnLabels } from '../campaigns/campaign-rules.ts'
import { CouponCard } from '../coupon-card.tsx'
import { couponKinds } from '../discount-rules.ts'
import { type CampaignItem, staffCampaign, staffCampaignAdd, staffCampaignEdit } from '../staff-contract.ts'
import { staffCampaigns } from '../list-contract.ts'
import { conditionText, scopeText, shippingText, valueText } from '../wording-rules.ts'
import { ScopePicker } from './scope-picker.tsx'
import { validText } from './valid-text.ts'

const groupOptions = Object.entries(groupNames).map(([value, label]) => ({
  value: value as keyof typeof groupNames,
  label,
}))

const fresh: CampaignForm = {
  name: '',
  kind: 'amount',
  valueFen: 0,
  percentOff: 0,
  capFen: 0,
  thresholdFen: 0,
  groups: [],
  projectIds: [],
  categoryIds: [],
  firstOrder: false,
  stackable: false,
  validFrom: '',
  validUntil: '',
  validDays: 30,
  issuedOn: 'none',
  issueLimit: null,
  useLimit: null,
  perPerson: 1,
  note: '',
}

/** A new campaign, or an existing one; once a coupon is issued only name, note and limits can be changed. */
export function CampaignDialog({
  campaign,
  onClose,
  onSaved,
}: {
  campaign?: CampaignItem
  onClose: () => void
  onSaved?: (id: number) => void
}) {
  return (
    <FormDialog open onClose={onClose} title={campaign ? '修改活动' : '新建优惠券活动'} size="l">
      <CampaignFields campaign={campaign} onClose={onClose} onSaved={onSaved} />
    </FormDialog>
  )
}

function CampaignFields({
  campaign,
  onClose,
  onSaved,
}: {
  campaign: CampaignItem | undefined
  onClose: () => void
  onSaved: ((id: number) => void) | undefined
}) {
  const refreshes = [staffCampaigns, staffCampaign]
  const add = useAct(staffCampaignAdd, { refreshes })
  const edit = useAct(staffCampaignEdit, { refreshes })
  const [way, setWay] = useState<Way>(campaign?.validDays === null ? 'dates' : 'days')
  const form = useZodForm({
    schema: staffCampaignAdd.input,
    initial: campaign ? formOf(campaign) : fresh,
    onSubmit: async (input) => {
      const hidden = way === 'days' ? 'validUntil' : 'validDays'
      const faults = Object.entries(campaignFaults(input)).filter(([path]) => path !== hidden)
      const issues = faults.map(([path, message]) => ({ path, message }))
      if (issues.length > 0) throw Object.assign(new Error('请检查填写的内容'), { issues })
      if (campaign) await edit.submit({ id: campaign.id, version: campaign.version, ...input })
      const id = campaign ? campaign.id : (await add.submit(input)).id
      toast.success(campaign ? '活动已修改' : '活动已建立，现在可以发放')
      onClose()
      onSaved?.(id)
    },
  })
  const fixed = campaign !== undefined && campaign.issued > 0
  return (
    <Form form={form} aria-label="优惠券活动">
      <Preview values={{ ...fresh, ...form.values }} />
      <Field label="活动名称" of={form.at('name')} required hint="客户会看到">
        <TextInput maxLength={40} />
      </Field>
      {fixed ? (
        <p role="note">已有客户领到此活动的优惠券，面额、门槛、范围和有效期不能再改。</p>
      ) : (
        <TermFields form={form} way={way} onWay={setWay} />
      )}
      <Limits form={form} />
      <Field label="使用说明" of={form.at('note')} hint="客户会看到">
        <TextArea rows={2} maxLength={300} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {campaign ? '保存' : '建立活动'}
        </Button>
      </FormActions>
    </Form>
  )
}

type CampaignZodForm = ZodForm<typeof staffCampaignAdd.input>

/** Valid for some days after it was received, or between two dates. */
type Way = 'days' | 'dates'

interface TermProps {
  form: CampaignZodForm
  way: Way
  onWay: (way: Way) => void
}

function TermFields({ form, way, onWay }: TermProps) {
  const { kind = 'amount', projectIds = [], categoryIds = [] } = form.values
  return (
    <>
      <Field label="优惠类型" of={form.at('kind')} as="group" required>
        <RadioGroup
          options={Object.entries(couponKinds).map(([value, label]) => ({
            value: value as keyof typeof couponKinds,
            label,
          }))}
        />
      </Field>
      {kind === 'shipping' && <p role="note">{shippingText}</p>}
      {kind === 'amount' && (
        <FormRow>
          <Field label="减免金额" of={form.at('valueFen')} required>
            <MoneyInput />
          </Field>
          <Field label="使用门槛" of={form.at('thresholdFen')} hint="适用项目满此金额可用，0 为无门槛">
            <MoneyInput />
          </Field>
        </FormRow>
      )}
      {kind === 'percent' && (
        <FormRow>
          <Field label="减免比例" of={form.at('percentOff')} required hint="10 即 9 折">
            <NumberInput unit="%" />
          </Field>
          <Field label="最高减免" of={form.at('capFen')} required>
            <MoneyInput />
          </Field>
          <Field label="使用门槛" of={form.at('thresholdFen')} hint="0 为无门槛">
            <MoneyInput />
          </Field>
        </FormRow>
      )}
      <Field label="客户类型" of={form.at('groups')} as="group" hint="都不选即不限">
        <CheckboxGroup options={groupOptions} />
      </Field>
      <ScopePicker projectIds={projectIds} categoryIds={categoryIds} onChange={(change) => form.merge(change)} />
      <Field label="限首单" of={form.at('firstOrder')} hideLabel>
        <Checkbox>仅限客户的第一个订单</Checkbox>
      </Field>
      {kind !== 'shipping' && (
        <Field label="叠加" of={form.at('stackable')} hideLabel>
          <Checkbox>可与寄回包邮券在同一订单使用</Checkbox>
        </Field>
      )}
      <Validity form={form} way={way} onWay={onWay} />
    </>
  )
}

function Validity({ form, way, onWay }: TermProps) {
  const choose = (next: Way) => {
    onWay(next)
    form.merge(next === 'days' ? { validFrom: '', validUntil: '', validDays: 30 } : { validDays: null })
  }
  return (
    <>
      <Field label="有效期" as="group" required>
        <RadioGroup
          value={way}
          onValue={choose}
          options={[
            { value: 'days', label: '领取后若干天' },
            { value: 'dates', label: '固定日期' },
          ]}
        />
      </Field>
      {way === 'days' ? (
        <Field label="有效天数" of={form.at('validDays')} required>
          <NumberInput unit="天" />
        </Field>
      ) : (
        <FormRow>
          <Field label="开始日期" of={form.at('validFrom')} hint="不填即领取后可用">
            <TextInput type="date" />
          </Field>
          <Field label="结束日期" of={form.at('validUntil')} required hint="当天仍可使用">
            <TextInput type="date" />
          </Field>
        </FormRow>
      )}
    </>
  )
}

function Limits({ form }: { form: CampaignZodForm }) {
  return (
    <>
      <FormRow>
        <Field label="发放总量" of={form.at('issueLimit')} hint="不填即不限">
          <NumberInput unit="张" />
        </Field>
        <Field label="可使用总次数" of={form.at('useLimit')} hint="先到先得，不填即不限">
          <NumberInput unit="次" />
        </Field>
        <Field label="每人限领" of={form.at('perPerson')} required>
          <NumberInput unit="张" />
        </Field>
      </FormRow>
      <Field label="自动发放" of={form.at('issuedOn')}>
        <Select options={Object.entries(issuedOnLabels).map(([value, label]) => ({ value, label }))} />
      </Field>
    </>
  )
}

/** The card as customers will see it. */
function Preview({ values }: { values: CampaignForm }) {
  return (
    <section aria-label="客户看到的样子">
      <CouponCard
        coupon={{
          name: values.name || '（未命名）',
          kind: values.kind,
          valueText: valueText(values),
          conditionText: conditionText(values),
          scopeText: scopeText(values),
          note: values.note,
          stackable: values.stackable && values.kind !== 'shipping',
          validFrom: '',
          validUntil: '',
          validText: validText(values),
        }}
      />
    </section>
  )
}

function formOf(campaign: CampaignItem): CampaignForm {
  const form = Object.fromEntries(
    Object.keys(fresh).map((key) => [key, campaign[key as keyof CampaignForm]]),
  ) as unknown as CampaignForm
  return form
}
