import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { LONG_ABSENCE_DAYS } from '../step-up-rules.ts'
import { type AccountInDoubt, accountVouch, inDoubtList } from '../vouch-contract.ts'

export const meta = () => [{ title: '待核实账户 · 明析科测' }]

/** Who came back after a long absence and has not proved who it is; for those with neither their old password nor their mailbox. */
export default function ConsoleReturning() {
  const accounts = useCall(inDoubtList, {}, { refetchSeconds: 60 })
  const [chosen, setChosen] = useState<AccountInDoubt>()
  const vouch = useAct(accountVouch, {
    refreshes: [inDoubtList],
    onDone: () => toast.success('已放行，客户会收到通知'),
  })
  return (
    <div className="stack">
      <PageHeader
        title="待核实账户"
        sub={`超过 ${LONG_ABSENCE_DAYS} 天未登录的客户重新登录后，须先核实身份才能查看文件和付款`}
      />
      <Loaded of={accounts}>{({ list }) => <Accounts list={list} onVouch={setChosen} />}</Loaded>
      <ConfirmDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        onConfirm={({ reason }) => chosen && vouch.submit({ id: chosen.id, reason })}
        title={`放行 ${chosen?.name || chosen?.phone}`}
        confirmLabel="确认放行"
        danger
        reason={{ label: '核实方式', required: true, maxLength: 200 }}
      >
        手机号可能已被运营商转给他人。请先通过单位电话、导师或证件确认是本人，并写明如何核实；操作会记入审计日志。
      </ConfirmDialog>
    </div>
  )
}

function Accounts({ list, onVouch }: { list: readonly AccountInDoubt[]; onVouch: (row: AccountInDoubt) => void }) {
  if (list.length === 0)
    return (
      <EmptyState title="没有待核实的账户" icon="check" action={{ label: '返回工作台', to: '/console' }}>
        客户可用原密码或邮箱自行核实；还没有核实的会列在这里。
      </EmptyState>
    )
  return (
    <Table
      caption="待核实的账户"
      hideCaption
      rows={list}
      rowKey={(row) => String(row.id)}
      columns={[
        { key: 'name', header: '客户', rowHeader: true, render: (row) => row.name || '未填写姓名' },
        { key: 'company', header: '单位', render: (row) => row.company || '—' },
        { key: 'phone', header: '手机号', render: (row) => <span className="num">{row.phone}</span> },
        {
          key: 'before',
          header: '此前登录',
          render: (row) => <span className="num">{row.lastSeenAt.slice(0, 16)}</span>,
        },
        {
          key: 'since',
          header: '本次登录',
          render: (row) => <span className="num">{row.signedInAt.slice(0, 16)}</span>,
        },
        {
          key: 'deed',
          header: '操作',
          render: (row) => (
            <Button size="s" onClick={() => onVouch(row)} aria-label={`核实并放行 ${row.name || row.phone}`}>
              核实并放行
            </Button>
          ),
        },
      ]}
    />
  )
}
