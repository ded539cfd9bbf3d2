import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffInvoiceSaveSettings, staffInvoiceSettings } from '../staff-contract.ts'
import { staffInvoiceList } from '../list-contract.ts'

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useCall(staffInvoiceSettings, {})
  return (
    <FormDialog open onClose={onClose} title="开票设置" size="l">
      <Loaded of={settings}>{(data) => <SettingsForm settings={data} onClose={onClose} />}</Loaded>
    </FormDialog>
  )
}

function SettingsForm({ settings, onClose }: { settings: OutputOf<typeof staffInvoiceSettings>; onClose: () => void }) {
  const save = useAct(staffInvoiceSaveSettings, { refreshes: [staffInvoiceSettings, staffInvoiceList] })
  const form = useZodForm({
    schema: staffInvoiceSaveSettings.input,
    initial: settings,
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success('开票设置已保存，对之后通过的申请生效')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="开票设置">
      <FormRow>
        <Field label="开票方名称" of={form.at('sellerName')}>
          <TextInput maxLength={80} />
        </Field>
        <Field label="开票方税号" of={form.at('sellerTaxNo')}>
          <TextInput maxLength={20} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="地址" of={form.at('sellerAddress')}>
          <TextInput maxLength={120} />
        </Field>
        <Field label="电话" of={form.at('sellerPhone')}>
          <TextInput maxLength={40} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="开户行" of={form.at('sellerBank')}>
          <TextInput maxLength={80} />
        </Field>
        <Field label="银行账号" of={form.at('sellerAccount')}>
          <TextInput maxLength={40} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="税率" of={form.at('ratePercent')} required hint="一般纳税人 6%，小规模纳税人 3% 或 1%">
          <Select options={[0, 1, 3, 6, 9, 13].map((value) => ({ value, label: `${value}%` }))} />
        </Field>
        <Field label="税收分类编码" of={form.at('categoryCode')} hint="19 位数字，请与主管税务机关核对">
          <TextInput inputMode="numeric" maxLength={19} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="项目名称" of={form.at('itemName')} required hint="星号之间为税收分类简称">
          <TextInput maxLength={90} />
        </Field>
        <Field label="开票人" of={form.at('clerk')}>
          <TextInput maxLength={20} />
        </Field>
      </FormRow>
      <Field
        label="备注模板"
        of={form.at('remarkTemplate')}
        hint="{orders} 订单号、{funding} 课题号、{remark} 客户备注；没有内容的行不印"
      >
        <TextArea rows={3} maxLength={200} />
      </Field>
      <Checkbox value={form.values.detailsForSpecial === true} onValue={(on) => form.set('detailsForSpecial', on)}>
        专用发票必须填写购方开户行、账号、地址和电话
      </Checkbox>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}
