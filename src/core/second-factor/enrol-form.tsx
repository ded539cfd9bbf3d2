import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { QrCode } from '../../ui/text/qr-code.tsx'
import { firstCode } from './factor-rules.ts'

/** The secret as a QR code and as text, and a field for the first code of the app, which proves that the app has it. */
export function EnrolForm({
  begin,
  finish,
}: {
  begin: () => Promise<{ secret: string; uri: string }>
  finish: (code: string) => Promise<unknown>
}) {
  // Requested once per form: a second secret would invalidate the code just scanned.
  const enrolment = useQuery({
    queryKey: ['second-factor-enrolment', useId()],
    queryFn: begin,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const form = useZodForm({
    schema: firstCode,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      await finish(code)
    },
  })
  return (
    <Loaded of={enrolment}>
      {({ secret, uri }) => (
        <Form form={form} aria-label="绑定动态验证码">
          <p>用手机上的验证器应用（如 Microsoft Authenticator、Google Authenticator 或 1Password）扫描二维码。</p>
          <QrCode text={uri} label="验证器应用的绑定二维码" size={192} />
          <p>
            无法扫码时手动输入密钥：<code className="num">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
            <CopyButton text={secret}>复制密钥</CopyButton>
          </p>
          <Field label="应用显示的6位验证码" of={form.at('code')}>
            <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
          </Field>
          <Button type="submit" variant="primary" wide busy={form.busy}>
            确认绑定
          </Button>
        </Form>
      )}
    </Loaded>
  )
}
