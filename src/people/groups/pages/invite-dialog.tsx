import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm, type ZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { clusterAdd4user, clusterCode, clusterMembers, type clusterSetLimits, type GroupDetail } from '../contract.ts'
import { groupReads } from './group-form.tsx'
import { LimitFields } from './limit-fields.tsx'
import css from './groups.module.css'

/** Invites by phone, or shows the link and QR code with which people apply. */
export function InviteDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="邀请成员">
      <Tabs
        label="邀请方式"
        tabs={[
          { id: 'phone', label: '手机号', content: <ByPhone group={group} onDone={onClose} /> },
          { id: 'link', label: '链接与二维码', content: <ByLink groupNo={group.groupNo} name={group.name} /> },
        ]}
      />
    </Dialog>
  )
}

const roleOptions = [
  { value: 'member', label: '成员' },
  { value: 'manager', label: '管理员' },
]

function ByPhone({ group, onDone }: { group: GroupDetail; onDone: () => void }) {
  const invite = useAct(clusterAdd4user, { refreshes: [...groupReads, clusterMembers] })
  const form = useZodForm({
    schema: clusterAdd4user.input,
    initial: { groupNo: group.groupNo, phone: '', role: 'member', projectLimits: [] },
    onSubmit: async (input) => {
      await invite.submit(input)
      toast.success('邀请已发出，对方同意后加入')
      onDone()
    },
  })
  return (
    <Form form={form} aria-label="按手机号邀请">
      <FormRow>
        <Field label="手机号" of={form.at('phone')} required hint="尚未注册的手机号，注册后可看到邀请">
          <TextInput type="tel" inputMode="tel" autoComplete="off" />
        </Field>
        {group.role === 'owner' && (
          <Field label="角色" of={form.at('role')} hint="管理员可邀请成员、设置额度、代课题组付款">
            <Select options={roleOptions} />
          </Field>
        )}
      </FormRow>
      <LimitFields form={form as unknown as ZodForm<typeof clusterSetLimits.input>} />
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          发送邀请
        </Button>
      </FormActions>
    </Form>
  )
}

function ByLink({ groupNo, name }: { groupNo: string; name: string }) {
  const [renewing, setRenewing] = useState(false)
  const code = useLinkCode(groupNo)
  if (code.value === undefined)
    return (
      <div className="stack">
        <p>持有链接或二维码的人可以申请加入「{name}」，由您通过后才成为成员。</p>
        <div>
          <Button variant="primary" busy={code.busy} onClick={() => void code.read(false)}>
            显示邀请链接
          </Button>
        </div>
      </div>
    )
  const link = `${location.origin}/member/communityJn?code=${code.value}`
  return (
    <div className="stack">
      <p>持有链接或二维码的人可以申请加入「{name}」，由您通过后才成为成员。</p>
      <QrCode text={link} label={`申请加入${name}`} size={180} className={css.qr} />
      <p className={css.link}>{link}</p>
      <div className="cluster">
        <CopyButton text={link}>复制链接</CopyButton>
        <Button size="s" variant="quiet" icon="refresh" onClick={() => setRenewing(true)}>
          更换链接
        </Button>
      </div>
      <ConfirmDialog
        open={renewing}
        onClose={() => setRenewing(false)}
        onConfirm={() => code.read(true)}
        title="更换邀请链接"
        confirmLabel="更换"
      >
        <p>更换后，原来的链接和二维码立即失效。</p>
      </ConfirmDialog>
    </div>
  )
}

function useLinkCode(groupNo: string) {
  const [value, setValue] = useState<string>()
  const ask = useAct(clusterCode)
  const read = async (renew: boolean) => {
    const answer = await ask.run({ groupNo, renew })
    if (answer) setValue(answer.code)
  }
  return { value, busy: ask.busy, read }
}
