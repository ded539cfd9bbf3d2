import { useState } from 'react'
import { z } from 'zod'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  staffEnrol,
  staffEnrolConfirm,
  staffOwnSignIns,
  staffPassword,
  staffRecoveryCodes,
  staffRevoke,
  staffRevokeOthers,
  staffSecurity,
} from '../contract.ts'
import { EnrolForm } from '../../second-factor/enrol-form.tsx'
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx'
import { useCodesKept } from '../../second-factor/use-codes-kept.tsx'
import { OwnSessions, OwnSignIns } from '../../sign-ins/own-sign-ins.tsx'

export const meta = () => [{ title: '登录安全 · 明析科测' }]

const refreshes = [staffSecurity]

export default function ConsoleSecurity() {
  const security = useCall(staffSecurity, {})
  const revoke = useAct(staffRevoke, { refreshes, onDone: () => toast.success('该设备已下线') })
  const [open, setOpen] = useState<'enrol' | 'recovery' | 'others'>()
  return (
    <div className="stack">
      <PageHeader title="登录安全" sub="密码、动态验证码与登录设备" />
      <Loaded of={security}>
        {(data) => (
          <>
            <Card
              title="动态验证码"
              actions={
                <span className="cluster">
                  <Button size="s" onClick={() => setOpen('enrol')}>
                    {data.enrolledAt ? '换绑手机' : '绑定'}
                  </Button>
                  {data.enrolledAt && (
                    <Button size="s" onClick={() => setOpen('recovery')}>
                      重新生成恢复码
                    </Button>
                  )}
                </span>
              }
            >
              <DescriptionList
                items={[
                  {
                    term: '状态',
                    value: data.enrolledAt ? (
                      <>
                        <StageBadge tone="ok">已绑定</StageBadge>{' '}
                        <span className="num">{minuteText(data.enrolledAt)}</span>
                      </>
                    ) : (
                      <StageBadge tone="warn">未绑定</StageBadge>
                    ),
                  },
                  { term: '剩余恢复码', value: <span className="num">{data.recoveryCodesLeft} 个</span> },
                ]}
              />
            </Card>
            <Card title="修改密码">
              <PasswordForm account={data.account} />
            </Card>
            <Card
              title="登录设备"
              actions={
                data.sessions.some(({ current }) => !current) && (
                  <Button size="s" onClick={() => setOpen('others')}>
                    其他设备全部下线
                  </Button>
                )
              }
            >
              <OwnSessions rows={data.sessions} onEnd={(id) => void revoke.run({ id })} />
            </Card>
            <Card title="最近登录">
              <div className="stack">
                <p>最近20次登录，包括失败的尝试。不是本人操作时，请修改密码并让其他设备下线。</p>
                <SignIns />
              </div>
            </Card>
          </>
        )}
      </Loaded>
      {open === 'enrol' && <EnrolDialog onClose={() => setOpen(undefined)} />}
      {open === 'recovery' && <RecoveryDialog onClose={() => setOpen(undefined)} />}
      {open === 'others' && <OthersDialog onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function EnrolDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const confirm = useAct(staffEnrolConfirm, { refreshes })
  const kept = useCodesKept({ shown: codes !== undefined, awaited: confirm.busy }, onClose)
  return (
    <>
      <Dialog open {...kept.dialog} title={codes ? '保存恢复码' : '绑定动态验证码'} size="s">
        {codes ? (
          <RecoveryCodes codes={codes} doneLabel="已保存" onDone={onClose} />
        ) : begun === undefined ? (
          <AskPassword onDone={setBegun} />
        ) : (
          <EnrolForm
            begin={async () => begun}
            finish={async (code) => setCodes((await confirm.submit({ code })).recoveryCodes)}
          />
        )}
      </Dialog>
      {kept.question}
    </>
  )
}

type Begun = OutputOf<typeof staffEnrol>

/** A wrong password is told here, where it can be typed again. */
function AskPassword({ onDone }: { onDone: (begun: Begun) => void }) {
  const begin = useAct(staffEnrol, { quiet: true })
  const form = useZodForm({
    schema: staffEnrol.input,
    initial: { password: '' },
    onSubmit: async (input) => onDone(await begin.submit(input)),
  })
  return (
    <Form form={form} aria-label="确认身份">
      <Field label="登录密码" of={form.at('password')} hint="绑定前请再次输入密码">
        <TextInput type="password" autoComplete="current-password" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          下一步
        </Button>
      </FormActions>
    </Form>
  )
}

function RecoveryDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const renew = useAct(staffRecoveryCodes, { refreshes })
  const form = useZodForm({
    schema: staffRecoveryCodes.input,
    initial: { code: '' },
    onSubmit: async ({ code }) => setCodes((await renew.submit({ code })).recoveryCodes),
  })
  const kept = useCodesKept({ shown: codes !== undefined, awaited: renew.busy }, onClose)
  return (
    <>
      <Dialog open {...kept.dialog} title="重新生成恢复码" size="s">
        {codes ? (
          <RecoveryCodes codes={codes} doneLabel="已保存" onDone={onClose} />
        ) : (
          <Form form={form} aria-label="重新生成恢复码">
            <p>原有恢复码将全部作废。</p>
            <Field label="动态验证码" of={form.at('code')}>
              <TextInput autoComplete="one-time-code" />
            </Field>
            <FormActions>
              <Button onClick={kept.dialog.onClose}>取消</Button>
              <Button type="submit" variant="primary" busy={form.busy}>
                生成
              </Button>
            </FormActions>
          </Form>
        )}
      </Dialog>
      {kept.question}
    </>
  )
}

const passwordForm = z
  .object({
    ...staffPassword.input.shape,
    confirm: z.string({ error: '[确认密码]不能为空' }).min(1, '[确认密码]不能为空'),
  })
  .refine((values) => values.password === values.confirm, { message: '[密码]不一致', path: ['confirm'] })

function PasswordForm({ account }: { account: string }) {
  const act = useAct(staffPassword, { refreshes })
  const form = useZodForm({
    schema: passwordForm,
    initial: { oldPassword: '', password: '', confirm: '' },
    onSubmit: async ({ oldPassword, password }) => {
      await act.submit({ oldPassword, password })
      form.reset()
      toast.success('密码已修改，其他设备已退出登录')
    },
  })
  return (
    <Form form={form} aria-label="修改密码" style={{ maxWidth: '26rem' }}>
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
      <Field label="原密码" of={form.at('oldPassword')} required>
        <TextInput type="password" autoComplete="current-password" />
      </Field>
      <Field label="新密码" of={form.at('password')} required hint="至少15位">
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <Field label="确认密码" of={form.at('confirm')} required>
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          修改密码
        </Button>
      </FormActions>
    </Form>
  )
}

function OthersDialog({ onClose }: { onClose: () => void }) {
  const revoke = useAct(staffRevokeOthers, { refreshes })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async () => {
        const { ended } = await revoke.submit({})
        toast.success(`${ended} 台设备已下线`)
      }}
      title="其他设备全部下线"
      confirmLabel="全部下线"
    >
      <p>除当前设备外，您的账号在所有设备上退出登录，未保存的内容会丢失。</p>
    </ConfirmDialog>
  )
}

function SignIns() {
  return <Loaded of={useCall(staffOwnSignIns, {})}>{({ list }) => <OwnSignIns rows={list} />}</Loaded>
}
