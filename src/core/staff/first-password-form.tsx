import { z } from 'zod'
import { send } from '../../platform/client/transport.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { type SignInStepWire, staffLoginPassword } from './contract.ts'

const schema = z
  .object({
    password: staffLoginPassword.input.shape.password,
    confirm: z.string({ error: '[确认密码]不能为空' }).min(1, '[确认密码]不能为空'),
  })
  .refine((values) => values.password === values.confirm, { message: '[密码]不一致', path: ['confirm'] })

/** Replaces the password that an administrator set. */
export function FirstPasswordForm({ ticket, onDone }: { ticket: string; onDone: (next: SignInStepWire) => unknown }) {
  const form = useZodForm({
    schema,
    initial: { password: '', confirm: '' },
    onSubmit: async ({ password }) => {
      await onDone(await send(staffLoginPassword, { ticket, password }))
    },
  })
  return (
    <Form form={form} aria-label="设置新密码">
      <p>您使用的是管理员给的初始密码，请换成只有您自己知道的密码。</p>
      <Field label="新密码" of={form.at('password')} hint="至少15位，可以是几个不相关的词；不要求大小写或符号">
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <Field label="确认密码" of={form.at('confirm')}>
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" wide busy={form.busy}>
        保存并继续
      </Button>
    </Form>
  )
}
