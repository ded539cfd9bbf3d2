import { useState } from 'react'
import { EnrolForm } from '../../core/second-factor/enrol-form.tsx'
import { RecoveryCodes } from '../../core/second-factor/recovery-codes.tsx'
import { useCodesKept } from '../../core/second-factor/use-codes-kept.tsx'
import {
  userBeginSecondFactor,
  userConfirmSecondFactor,
  userEndSecondFactor,
  userRecoveryCodes,
  userSecondFactor,
} from '../../people/customers/second-factor/second-factor-contract.ts'
import { userSessions } from '../../people/customers/profile-contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { minuteText } from '../../ui/text/day-text.ts'
import { StageBadge } from '../../ui/text/tag.tsx'

const refreshes = [userSecondFactor, userSessions]
type Opened = 'bind' | 'recovery' | 'end'

/** Switches the second step of signing in on and off. */
export function SecondFactorCard() {
  const factor = useCall(userSecondFactor, {})
  const [open, setOpen] = useState<Opened>()
  const close = () => setOpen(undefined)
  const on = factor.data !== undefined && factor.data.enrolledAt !== null
  return (
    <Card title="两步验证" aria-label="两步验证" actions={factor.data && <Actions on={on} onOpen={setOpen} />}>
      <Loaded of={factor} waiting={<Skeleton lines={1} height={48} />}>
        {({ enrolledAt, recoveryCodesLeft }) =>
          enrolledAt === null ? (
            <p>
              短信和微信只证明手机号在谁手里：号码易主、补卡或转移后，他人可能收到验证码。开启后，登录还需输入手机验证器应用中的验证码。
            </p>
          ) : (
            <DescriptionList
              items={[
                {
                  term: '状态',
                  value: (
                    <>
                      <StageBadge tone="ok">已开启</StageBadge> <span className="num">{minuteText(enrolledAt)}</span>
                    </>
                  ),
                },
                { term: '剩余恢复码', value: <span className="num">{recoveryCodesLeft} 个</span> },
              ]}
            />
          )
        }
      </Loaded>
      {open === 'bind' && <BindDialog onClose={close} />}
      {open === 'recovery' && <RecoveryDialog onClose={close} />}
      {open === 'end' && <EndDialog onClose={close} />}
    </Card>
  )
}

function Actions({ on, onOpen }: { on: boolean; onOpen: (opened: Opened) => void }) {
  if (!on)
    return (
      <Button size="s" onClick={() => onOpen('bind')}>
        开启
      </Button>
    )
  return (
    <span className="cluster">
      <Button size="s" onClick={() => onOpen('bind')}>
        更换手机
      </Button>
      <Button size="s" onClick={() => onOpen('recovery')}>
        重新生成恢复码
      </Button>
      <Button size="s" onClick={() => onOpen('end')}>
        关闭
      </Button>
    </span>
  )
}

function BindDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const confirm = useAct(userConfirmSecondFactor, { refreshes, quiet: true })
  const kept = useCodesKept({ shown: codes !== undefined, awaited: confirm.busy }, onClose)
  return (
    <>
      <Dialog open {...kept.dialog} title={codes ? '保存恢复码' : '开启两步验证'} size="s">
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

type Begun = OutputOf<typeof userBeginSecondFactor>

/** A wrong password is told here, where it can be typed again. */
function AskPassword({ onDone }: { onDone: (begun: Begun) => void }) {
  const begin = useAct(userBeginSecondFactor, { quiet: true })
  const form = useZodForm({
    schema: userBeginSecondFactor.input,
    initial: { password: '' },
    onSubmit: async (input) => onDone(await begin.submit(input)),
  })
  return (
    <Form form={form} aria-label="确认身份">
      <p>请先在手机上安装验证器应用。开启后，其他设备上的登录会结束。</p>
      <Field label="登录密码" of={form.at('password')}>
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
  const renew = useAct(userRecoveryCodes, { refreshes, quiet: true })
  const kept = useCodesKept({ shown: codes !== undefined, awaited: renew.busy }, onClose)
  return (
    <>
      <Dialog open {...kept.dialog} title={codes ? '保存恢复码' : '重新生成恢复码'} size="s">
        {codes ? (
          <RecoveryCodes codes={codes} doneLabel="已保存" onDone={onClose} />
        ) : (
          <CodeForm
            label="重新生成恢复码"
            action="生成"
            onCode={async (code) => setCodes((await renew.submit({ code })).recoveryCodes)}
            onClose={kept.dialog.onClose}
          >
            原有恢复码将全部作废。
          </CodeForm>
        )}
      </Dialog>
      {kept.question}
    </>
  )
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const end = useAct(userEndSecondFactor, {
    refreshes,
    onDone: () => {
      toast.success('两步验证已关闭')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="关闭两步验证" size="s">
      <CodeForm
        label="关闭两步验证"
        action="关闭两步验证"
        danger
        onCode={(code) => end.submit({ code })}
        onClose={onClose}
      >
        关闭后只凭密码、短信或微信即可登录，恢复码同时作废。
      </CodeForm>
    </Dialog>
  )
}

interface CodeFormProps {
  label: string
  action: string
  danger?: boolean
  onCode: (code: string) => Promise<unknown>
  onClose: () => void
  children: string
}

/** Asks for a code of the app before something that a session alone may not do. */
function CodeForm({ label, action, danger, onCode, onClose, children }: CodeFormProps) {
  const form = useZodForm({
    schema: userEndSecondFactor.input,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      await onCode(code)
    },
  })
  return (
    <Form form={form} aria-label={label}>
      <p>{children}</p>
      <Field label="验证码" of={form.at('code')} hint="验证器应用显示的6位验证码，或一个恢复码">
        <TextInput autoComplete="one-time-code" maxLength={20} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {action}
        </Button>
      </FormActions>
    </Form>
  )
}
