import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { LONG_ABSENCE_DAYS } from '../../customers/step-up-rules.ts'
import { type AccountInDoubt, accountEndInDoubt, accountVouch, inDoubtList } from '../step-up/vouch-contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '待核实账户 · 明析科测' }]

type DoubtfulSession = AccountInDoubt['sessions'][number]
interface Choice {
  kind: 'vouch' | 'end'
  account: AccountInDoubt
  sessions: readonly DoubtfulSession[]
}

/** Customers who came back after a long absence and cannot prove their identity: they have neither the old password nor the mailbox. */
export default function ConsoleReturning() {
  const accounts = useCall(inDoubtList, {}, { refetchSeconds: 60 })
  const [choice, setChoice] = useState<Choice>()
  return (
    <div className="stack">
      <PageHeader
        title="待核实账户"
        sub={`超过 ${LONG_ABSENCE_DAYS} 天未登录的客户重新登录后，须先核实身份才能查看文件和付款`}
      />
      <Loaded of={accounts}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="没有待核实的账户" icon="check" action={{ label: '返回工作台', to: '/console' }}>
              客户可用原密码或邮箱自行核实；还没有核实的会列在这里。
            </EmptyState>
          ) : (
            list.map((account) => <Account key={account.id} account={account} onChoice={setChoice} />)
          )
        }
      </Loaded>
      <VouchDialog choice={choice?.kind === 'vouch' ? choice : undefined} onClose={() => setChoice(undefined)} />
      <EndDialog choice={choice?.kind === 'end' ? choice : undefined} onClose={() => setChoice(undefined)} />
    </div>
  )
}

/** One account with all its sessions in doubt: one of them may belong to the owner and another to somebody else. */
function Account({ account, onChoice }: { account: AccountInDoubt; onChoice: (choice: Choice) => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = account.sessions.filter(({ id }) => ticked.has(String(id)))
  const whose = nameOf(account)
  return (
    <Card
      title={whose}
      aria-label={whose}
      actions={
        <Button
          size="s"
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => onChoice({ kind: 'vouch', account, sessions: chosen })}
          aria-label={`核实并放行 ${whose} 所选的登录`}
        >
          核实并放行
        </Button>
      }
    >
      <div className="stack">
        <DescriptionList
          items={[
            { term: '单位', value: account.company || '—' },
            { term: '手机号', value: <span className="num">{account.phone}</span> },
            { term: '此前登录', value: <span className="num">{minuteText(account.lastSeenAt)}</span> },
          ]}
        />
        {account.sessions.length > 1 && (
          <p>该账户有 {account.sessions.length} 处登录未核实，可能不是同一个人，请逐一与本人确认设备和时间。</p>
        )}
        <Sessions
          account={account}
          ticked={ticked}
          onTick={setTicked}
          onEnd={(session) => onChoice({ kind: 'end', account, sessions: [session] })}
        />
      </div>
    </Card>
  )
}

type SessionsProps = {
  account: AccountInDoubt
  ticked: ReadonlySet<string>
  onTick: (ticked: Set<string>) => void
  onEnd: (session: DoubtfulSession) => void
}

function Sessions({ account, ticked, onTick, onEnd }: SessionsProps) {
  return (
    <Table
      caption={`${nameOf(account)} 未核实的登录`}
      hideCaption
      rows={account.sessions}
      rowKey={(row) => String(row.id)}
      rowName={(row) => `${row.device}，${row.signedInAt}`}
      selected={ticked}
      onSelect={onTick}
      columns={[
        { key: 'device', header: '设备', rowHeader: true, render: (row) => row.device },
        { key: 'ip', header: '网络地址', render: (row) => <span className="num">{row.ip || '—'}</span> },
        {
          key: 'since',
          header: '登录时间',
          render: (row) => <span className="num">{minuteText(row.signedInAt)}</span>,
        },
        {
          key: 'last',
          header: '最近活动',
          render: (row) => <span className="num">{minuteText(row.lastSeenAt)}</span>,
        },
        {
          key: 'action',
          header: '操作',
          render: (row) => (
            <Button
              size="s"
              onClick={() => onEnd(row)}
              aria-label={`下线：${nameOf(account)}，${row.device}，${row.signedInAt}`}
            >
              下线
            </Button>
          ),
        },
      ]}
    />
  )
}

function VouchDialog({ choice, onClose }: { choice: Choice | undefined; onClose: () => void }) {
  const vouch = useAct(accountVouch, {
    refreshes: [inDoubtList],
    onDone: () => toast.success('已放行所选登录，客户会收到通知'),
  })
  return (
    <ConfirmDialog
      open={choice !== undefined}
      onClose={onClose}
      onConfirm={({ reason }) =>
        choice && vouch.submit({ id: choice.account.id, sessionIds: choice.sessions.map(({ id }) => id), reason })
      }
      title={`放行 ${choice ? nameOf(choice.account) : ''}`}
      confirmLabel="确认放行"
      danger
      reason={{ label: '核实方式', required: true, maxLength: 200 }}
    >
      <Named choice={choice} />
      手机号可能已被运营商转给他人。请先通过单位电话、导师或证件确认是本人，并写明如何核实；只放行以上登录，操作会记入操作日志。
    </ConfirmDialog>
  )
}

function EndDialog({ choice, onClose }: { choice: Choice | undefined; onClose: () => void }) {
  const end = useAct(accountEndInDoubt, { refreshes: [inDoubtList], onDone: () => toast.success('该登录已下线') })
  return (
    <ConfirmDialog
      open={choice !== undefined}
      onClose={onClose}
      onConfirm={({ reason }) => {
        const [session] = choice?.sessions ?? []
        return choice && session && end.submit({ id: choice.account.id, sessionId: session.id, reason })
      }}
      title={`下线 ${choice ? nameOf(choice.account) : ''} 的登录`}
      confirmLabel="确认下线"
      danger
      reason={{ label: '下线原因', required: true, maxLength: 200 }}
    >
      <Named choice={choice} />
      该设备会立即退出登录；再次登录仍须核实。操作会记入操作日志。
    </ConfirmDialog>
  )
}

/** Names the sessions that an action is about, so that nobody confirms the wrong one. */
function Named({ choice }: { choice: Choice | undefined }) {
  return (
    <ul style={{ paddingInlineStart: 'var(--space-16)', marginBlockEnd: 'var(--space-8)' }}>
      {choice?.sessions.map((session) => (
        <li key={session.id}>
          {session.device}（{session.ip || '地址未知'}），{minuteText(session.signedInAt)} 登录
        </li>
      ))}
    </ul>
  )
}

function nameOf(account: AccountInDoubt): string {
  return account.name || account.phone
}
