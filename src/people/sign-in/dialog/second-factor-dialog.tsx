import { send } from '../../../platform/client/transport.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { userProveSecondFactor } from '../../customers/second-factor/second-factor-contract.ts'

/** The second step of signing in, for accounts that switched it on. Who cannot take it is signed out by the caller. */
export default function SecondFactorDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const form = useZodForm({
    schema: userProveSecondFactor.input,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      await send(userProveSecondFactor, { code })
      onEnd(true)
    },
  })
  return (
    <Dialog open onClose={() => onEnd(false)} title="两步验证" size="s">
      <Form form={form} aria-label="两步验证">
        <p>此账号已开启两步验证，请输入手机上验证器应用显示的6位验证码。</p>
        <Field label="验证码" of={form.at('code')} hint="手机不在身边时，可输入一个恢复码">
          <TextInput autoComplete="one-time-code" maxLength={20} />
        </Field>
        <Button type="submit" variant="primary" wide busy={form.busy}>
          完成登录
        </Button>
        <p>手机和恢复码都已丢失？请联系客户经理核实身份后关闭两步验证。</p>
      </Form>
    </Dialog>
  )
}
