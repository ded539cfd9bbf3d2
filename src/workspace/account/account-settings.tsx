import { z } from 'zod'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Switch } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import css from './account-settings.module.css'
import { OwnSessions, OwnSignIns } from '../../core/sign-ins/own-sign-ins.tsx'
import {
  userPassword,
  userRevoke,
  userSessions,
  userSignIns,
  userUpdateInfo,
} from '../../people/customers/profile-contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import type { Me } from './profile-form.tsx'
import { PushSwitch } from '../notices/push/push-switch.tsx'

export function NameAndNotices({ me }: { me: Me }) {
  const act = useAct(userUpdateInfo, { refreshes: [userInfo], onDone: () => toast.success('已保存') })
  const form = useZodForm({
    schema: userUpdateInfo.input.pick({ nickname: true }),
    initial: { nickname: me.nickname },
    onSubmit: ({ nickname }) => act.submit({ nickname: nickname ?? '' }),
  })
  const choose = (channel: 'sms' | 'mail') => (on: boolean) =>
    void act.run({ noticeChoices: { ...me.noticeChoices, [channel]: on } })
  return (
    <div className="stack">
      <Form form={form} aria-label="昵称" className={css.narrow}>
        <Field label="昵称" of={form.at('nickname')} hint="显示在页面右上角">
          <TextInput autoComplete="nickname" maxLength={20} />
        </Field>
        <FormActions>
          <Button type="submit" busy={form.busy}>
            保存昵称
          </Button>
        </FormActions>
      </Form>
      <Switch value={me.noticeChoices.sms} onValue={choose('sms')} note="样品收到、数据交付等进度">
        短信通知
      </Switch>
      <Switch
        value={me.noticeChoices.mail}
        onValue={choose('mail')}
        note={me.email === '' ? '还没有邮箱，填写后才能收到' : '站内信与账户安全通知始终发送'}
      >
        邮件通知
      </Switch>
      <PushSwitch />
    </div>
  )
}

const passwordForm = z
  .object({
    ...userPassword.input.shape,
    confirm: z.string({ error: '[确认密码]不能为空' }).min(1, '[确认密码]不能为空'),
  })
  .refine((values) => values.password === values.confirm, { message: '[密码]不一致', path: ['confirm'] })

export function PasswordForm({ account }: { account: string }) {
  const act = useAct(userPassword, { refreshes: [userSessions] })
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
    <Form form={form} aria-label="修改密码" className={css.narrow}>
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
      <Field label="原密码" of={form.at('oldPassword')} required>
        <TextInput type="password" autoComplete="current-password" />
      </Field>
      <Field label="新密码" of={form.at('password')} required>
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <Field label="确认密码" of={form.at('confirm')} required>
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <FormActions>
        <Button type="submit" busy={form.busy}>
          修改密码
        </Button>
      </FormActions>
    </Form>
  )
}

export function SessionList() {
  const { data, error, refetch } = useCall(userSessions, {})
  const revoke = useAct(userRevoke, { refreshes: [userSessions], onDone: () => toast.success('该设备已下线') })
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={3} height={40} />
  return <OwnSessions rows={data.list} onEnd={(id) => void revoke.run({ id })} />
}

/** Sign-ins to the own account, also those that failed: somebody else may be trying. */
export function SignInList() {
  const { data, error, refetch } = useCall(userSignIns, {})
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={3} height={40} />
  return <OwnSignIns rows={data.list} />
}
