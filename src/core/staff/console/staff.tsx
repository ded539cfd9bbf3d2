import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { ShownOnceDialog } from '../../../ui/feedback/shown-once-dialog.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  staffAdd,
  staffChangeRole,
  staffDisable,
  staffEmail,
  staffList,
  type StaffListItem,
  staffResetFactor,
  staffResetPassword,
} from '../manage-contract.ts'
import { staffRoles } from '../roles/role-contract.ts'
import { roles } from '../rules.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '员工与角色 · 明析科测' }]

type RowAction = 'role' | 'contact' | 'disable' | 'enable' | 'resetFactor' | 'resetPassword'
type Confirmed = Exclude<RowAction, 'role' | 'contact'>
interface Open {
  action: RowAction
  row: StaffListItem
}
/** A password that is shown once. Whoever has an app keeps it when only the password is new. */
interface Given {
  account: string
  password: string
  hasApp: boolean
}
const PHONE_HINT = '客户经理的手机会显示给名下客户'
const MAIL_HINT = '管理员的邮箱接收安全告警'
const refreshes = [staffList]

export default function ConsoleStaff() {
  const list = useCall(staffList, {})
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<Open>()
  const [given, setGiven] = useState<Given>()
  const close = () => setOpen(undefined)
  return (
    <div className="stack">
      <PageHeader
        title="员工与角色"
        sub="每项更改都会记入操作日志；不能更改自己的角色与登录方式"
        actions={
          <>
            <ButtonLink to="/console/staff/roles">角色与权限</ButtonLink>
            <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
              新增员工
            </Button>
          </>
        }
      />
      <Loaded of={list}>
        {(data) => (
          <Table
            caption="员工"
            hideCaption
            rows={data.list}
            rowKey={(row) => String(row.id)}
            columns={columns((action, row) => setOpen({ action, row }))}
          />
        )}
      </Loaded>
      {adding && (
        <Dialog open onClose={() => setAdding(false)} title="新增员工">
          <AddForm
            onClose={() => setAdding(false)}
            onDone={(account, password) => {
              setAdding(false)
              setGiven({ account, password, hasApp: false })
            }}
          />
        </Dialog>
      )}
      {open?.action === 'role' && (
        <Dialog open onClose={close} title={`更改角色：${open.row.name}`} size="s">
          <RoleForm row={open.row} onClose={close} />
        </Dialog>
      )}
      {open?.action === 'contact' && (
        <Dialog open onClose={close} title={`姓名与联系方式：${open.row.name}`} size="s">
          <ContactForm row={open.row} onClose={close} />
        </Dialog>
      )}
      {open && open.action !== 'role' && open.action !== 'contact' && (
        <Confirmation open={open as Open & { action: Confirmed }} onClose={close} onGiven={setGiven} />
      )}
      {given && (
        <ShownOnceDialog
          title="初始密码"
          secret={given.password}
          lost="关闭后不再显示。没有告知本人时，只能再次重置密码。"
          onClose={() => setGiven(undefined)}
        >
          请当面或通过可靠的方式告知 {given.account}，<strong>关闭后不再显示</strong>。
          {given.hasApp ? '下次登录时须更换密码，动态验证码不变。' : '首次登录时须更换密码并绑定动态验证码。'}
        </ShownOnceDialog>
      )}
    </div>
  )
}

function columns(onOpen: (action: RowAction, row: StaffListItem) => void): Column<StaffListItem>[] {
  return [
    {
      key: 'name',
      header: '姓名',
      rowHeader: true,
      render: (row) => (
        <span>
          {row.name}
          {row.self && '（我）'}
        </span>
      ),
    },
    { key: 'account', header: '账号', render: (row) => row.account },
    { key: 'role', header: '角色', render: (row) => row.roleName },
    { key: 'email', header: '工作邮箱', render: (row) => row.email || '—' },
    { key: 'phone', header: '手机', render: (row) => <span className="num">{row.phone || '—'}</span> },
    {
      key: 'factor',
      header: '动态验证码',
      render: (row) => (
        <StageBadge tone={row.secondFactor ? 'ok' : 'warn'}>{row.secondFactor ? '已绑定' : '未绑定'}</StageBadge>
      ),
    },
    {
      key: 'seen',
      header: '最近使用',
      render: (row) => <span className="num">{minuteText(row.lastSeenAt) ?? '从未登录'}</span>,
    },
    {
      key: 'state',
      header: '状态',
      render: (row) => (
        <StageBadge tone={row.disabled ? 'danger' : 'ok'}>
          {row.disabled ? '已停用' : row.passwordTemporary ? (row.lastSeenAt ? '待更换密码' : '待首次登录') : '在用'}
        </StageBadge>
      ),
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => (
        <Menu
          label="操作"
          name={`操作：${row.name}`}
          floating
          items={[
            { label: '操作记录', to: `/console/audit?who=${encodeURIComponent(row.name)}` },
            { label: '登录记录', to: `/console/sign-ins?who=${encodeURIComponent(row.name)}` },
            { label: '姓名与联系方式', onClick: () => onOpen('contact', row), hidden: row.disabled },
            { label: '更改角色', onClick: () => onOpen('role', row), hidden: row.disabled || row.self },
            { label: '重置密码', onClick: () => onOpen('resetPassword', row), hidden: row.disabled || row.self },
            {
              label: '重置动态验证码',
              onClick: () => onOpen('resetFactor', row),
              hidden: !row.secondFactor || row.self,
            },
            { label: '停用', danger: true, onClick: () => onOpen('disable', row), hidden: row.disabled || row.self },
            { label: '重新启用', onClick: () => onOpen('enable', row), hidden: !row.disabled },
          ]}
        />
      ),
    },
  ]
}

const texts: Record<Confirmed, { title: string; body: string; label: string }> = {
  disable: { title: '停用员工', body: '该员工的所有登录立即结束，不能再登录。经手的记录保留。', label: '停用' },
  enable: { title: '重新启用', body: '该员工可以用原来的密码和验证码登录。', label: '启用' },
  resetFactor: {
    title: '重置动态验证码',
    body: '原有验证码和恢复码作废，所有登录立即结束，下次登录时重新绑定。请先确认是本人提出，并写明如何核实，例如当面或视频。',
    label: '重置',
  },
  resetPassword: {
    title: '重置密码',
    body: '所有登录立即结束，因多次输错而等待的也可以马上登录；系统生成新的初始密码，动态验证码不变。请先确认是本人提出。',
    label: '重置',
  },
}

function Confirmation({
  open: { action, row },
  onClose,
  onGiven,
}: {
  open: Open & { action: Confirmed }
  onClose: () => void
  onGiven: (given: Given) => void
}) {
  const disable = useAct(staffDisable, { refreshes })
  const resetFactor = useAct(staffResetFactor, { refreshes })
  const resetPassword = useAct(staffResetPassword, { refreshes })
  const target = { id: row.id, confirm: row.account }
  const rowActions = {
    disable: () => disable.submit({ ...target, disabled: true }),
    enable: () => disable.submit({ ...target, disabled: false }),
    resetFactor: (reason: string) => resetFactor.submit({ ...target, reason }),
    resetPassword: async () =>
      onGiven({
        ...{ account: row.account, hasApp: row.secondFactor },
        password: (await resetPassword.submit(target)).password,
      }),
  }
  const { title, body, label } = texts[action]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        await rowActions[action](reason)
        toast.success(`${title}：${row.name}，已完成`)
      }}
      title={`${title}：${row.name}`}
      confirmLabel={label}
      danger={action !== 'enable'}
      typed={row.account}
      reason={action === 'resetFactor' ? { label: '核实方式', required: true } : undefined}
    >
      <p>{body}</p>
    </ConfirmDialog>
  )
}

/** Built-in and custom roles that can be given. */
function useRoleOptions(): { value: string; label: string }[] {
  const list = useCall(staffRoles, {}).data?.list ?? []
  return list
    .filter(({ archived }) => !archived)
    .map(({ key, name, builtIn, base }) => ({ value: key, label: builtIn ? name : `${name}（${roles[base]}）` }))
}

function RoleForm({ row, onClose }: { row: StaffListItem; onClose: () => void }) {
  const act = useAct(staffChangeRole, { refreshes: [staffList, staffRoles] })
  const roleOptions = useRoleOptions()
  const form = useZodForm({
    schema: staffChangeRole.input,
    initial: { id: row.id, role: row.roleKey, confirm: '' },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('角色已更改，立即生效')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="更改角色">
      <Field label="角色" of={form.at('role')} required>
        <Select options={roleOptions} />
      </Field>
      <Field label={`输入“${row.account}”以确认`} of={form.at('confirm')} required>
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          更改
        </Button>
      </FormActions>
    </Form>
  )
}

function ContactForm({ row, onClose }: { row: StaffListItem; onClose: () => void }) {
  const act = useAct(staffEmail, { refreshes })
  const form = useZodForm({
    schema: staffEmail.input,
    initial: { id: row.id, name: row.name, phone: row.phone, email: row.email },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('已保存')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="姓名与联系方式">
      <Field label="姓名" of={form.at('name')} required>
        <TextInput autoComplete="off" />
      </Field>
      <Field label="工作手机" of={form.at('phone')} hint={PHONE_HINT}>
        <TextInput type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      <Field label="工作邮箱" of={form.at('email')} hint={MAIL_HINT}>
        <TextInput type="email" autoComplete="off" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}

function AddForm({ onClose, onDone }: { onClose: () => void; onDone: (account: string, password: string) => void }) {
  const act = useAct(staffAdd, { refreshes: [staffList, staffRoles] })
  const roleOptions = useRoleOptions()
  const form = useZodForm({
    schema: staffAdd.input,
    initial: { account: '', name: '', role: 'lab', phone: '', email: '' },
    onSubmit: async (input) => onDone(input.account, (await act.submit(input)).password),
  })
  return (
    <Form form={form} aria-label="新增员工">
      <Field label="账号" of={form.at('account')} required hint="小写字母、数字或 . _ -，以后不能更改">
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="姓名" of={form.at('name')} required>
        <TextInput autoComplete="off" />
      </Field>
      <Field label="角色" of={form.at('role')} required>
        <Select options={roleOptions} />
      </Field>
      <Field label="工作手机" of={form.at('phone')} hint={PHONE_HINT}>
        <TextInput type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      <Field label="工作邮箱" of={form.at('email')} hint={MAIL_HINT}>
        <TextInput type="email" autoComplete="off" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          新增
        </Button>
      </FormActions>
    </Form>
  )
}
