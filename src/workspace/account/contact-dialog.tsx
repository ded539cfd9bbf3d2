import { useQueryClient } from '@tanstack/react-query'
import { send } from '../../platform/client/transport.ts'
import { callKey } from '../../platform/client/use-call.ts'
import { clearSession } from '../../platform/client/session.ts'
import { requestLogin } from '../../people/sign-in/dialog/login-request.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CodeField } from '../../people/sign-in/codes/code-field.tsx'
import css from '../../people/sign-in/dialog/login-dialog.module.css'
import { LoginFormBox, useLoginForm } from '../../people/sign-in/dialog/login-form.tsx'
import { userCode4Contact, userUpdateContact } from '../../people/customers/profile-contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { type ContactKind, contactNames } from '../../people/customers/rules.ts'
import { newContactFault } from '../../people/sign-in/sign-in-rules.ts'
import { contactFault, plainContact } from '../../people/customers/contact-rules.ts'

/** Changes the phone or e-mail address: needs a code sent to it and the password. A new phone ends the session. */
export function ContactDialog({ kind, onClose }: { kind: ContactKind; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useLoginForm({
    initial: { contact: '', code: '', password: '' },
    check: (values) => newContactFault(kind, values),
    submit: async ({ contact, code, password }) => {
      await send(userUpdateContact, { kind, contact: plainContact(kind, contact), code: code.trim(), password })
      onClose()
      toast.success(`${contactNames[kind]}已更换`)
      if (kind === 'email') return queries.invalidateQueries({ queryKey: callKey(userInfo) })
      clearSession('customer')
      requestLogin({ view: 'signIn', returnTo: '/member/information' })
    },
  })
  const { contact } = form.values
  const fault = contactFault(kind, contact)
  return (
    <Dialog open onClose={onClose} title={`更换${contactNames[kind]}`} size="s">
      <LoginFormBox form={form} label={`更换${contactNames[kind]}`}>
        {kind === 'phone' && <p className={css.note}>更换后以新手机号登录，所有设备需要重新登录。</p>}
        <Field label={`新${contactNames[kind]}`} of={form.at('contact')}>
          {kind === 'phone' ? (
            <TextInput type="tel" inputMode="tel" autoComplete="tel" />
          ) : (
            <TextInput type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <CodeField
          form={form}
          clock={`contact.${kind}`}
          fault={fault ? { field: 'contact', message: fault } : undefined}
          request={() => send(userCode4Contact, { kind, contact: plainContact(kind, contact) })}
        />
        <Field label="登录密码" of={form.at('password')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="primary" wide busy={form.busy}>
          确定更换
        </Button>
      </LoginFormBox>
    </Dialog>
  )
}
