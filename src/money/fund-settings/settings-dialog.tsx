import { useAct, useCall } from '../../platform/client/use-call.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../ui/inputs/form.tsx'
import { MoneyInput, NumberInput, TextInput } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { fundSaveSettings, fundSettings } from './contract.ts'

export function FundSettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useCall(fundSettings, {})
  return (
    <FormDialog open onClose={onClose} title="收款账户与限额" size="l">
      <Loaded of={settings}>{(data) => <SettingsForm settings={data} onClose={onClose} />}</Loaded>
    </FormDialog>
  )
}

function SettingsForm({ settings, onClose }: { settings: OutputOf<typeof fundSettings>; onClose: () => void }) {
  const save = useAct(fundSaveSettings, { refreshes: [fundSettings] })
  const form = useZodForm({
    schema: fundSaveSettings.input,
    initial: settings,
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success('收款账户与限额已保存')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="收款账户与限额">
      <Field label="户名" of={form.at('holder')} required hint="客户转账时看到的对公账户；修改后通知财务与管理员">
        <TextInput maxLength={80} />
      </Field>
      <FormRow>
        <Field label="开户行" of={form.at('bank')} required>
          <TextInput maxLength={80} />
        </Field>
        <Field label="银行账号" of={form.at('account')} required>
          <TextInput inputMode="numeric" maxLength={40} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="教师信用额度" of={form.at('teacherCreditFen')} required hint="资料完善后自动给予，0 表示先付款">
          <MoneyInput />
        </Field>
        <Field label="学生信用额度" of={form.at('studentCreditFen')} required>
          <MoneyInput />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="个人信用额度" of={form.at('individualCreditFen')} required>
          <MoneyInput />
        </Field>
        <Field label="企业信用额度" of={form.at('enterpriseCreditFen')} required>
          <MoneyInput />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="复核金额" of={form.at('secondPersonAboveFen')} required hint="入账、退款、额度超过时由第二人复核">
          <MoneyInput />
        </Field>
        <Field
          label="核定复核比例（%）"
          of={form.at('finalAmountSecondAbovePercent')}
          required
          hint="核定金额超过原价的这一比例时由第二人复核"
        >
          <NumberInput />
        </Field>
      </FormRow>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}
