import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffWithdrawMake } from '../contract.ts'
import { staffWithdrawList } from '../list-contract.ts'

/** Finance pays out a customer's prestored funds to a bank account, for example when a contract ends. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog open onClose={onClose} title="退款到银行账户">
      <MakeForm onClose={onClose} />
    </FormDialog>
  )
}

function MakeForm({ onClose }: { onClose: () => void }) {
  const make = useAct(staffWithdrawMake, { refreshes: [staffWithdrawList] })
  const form = useZodForm({
    schema: staffWithdrawMake.input,
    initial: { source: 'prestore' },
    onSubmit: async (input) => {
      const { stage } = await make.submit(input)
      toast.success(stage === 'checking' ? '已冻结金额，由另一位同事复核后打款' : '已冻结金额，可以打款')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="退款到银行账户">
      <p>从客户的预存余额退到其银行账户。金额即时冻结；超过限额需另一位同事复核。</p>
      <FormRow>
        <Field label="客户手机号或识别码" of={form.at('customer')} required>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="退款金额" of={form.at('amountFen')} required>
          <MoneyInput />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="收款户名" of={form.at('holder')} required>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="开户银行" of={form.at('bank')} required>
          <TextInput autoComplete="off" />
        </Field>
      </FormRow>
      <Field label="收款账号" of={form.at('account')} required>
        <TextInput inputMode="numeric" autoComplete="off" />
      </Field>
      <Field label="退款原因" of={form.at('reason')} required hint="客户可见">
        <TextArea rows={2} maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          冻结并提交
        </Button>
      </FormActions>
    </Form>
  )
}
