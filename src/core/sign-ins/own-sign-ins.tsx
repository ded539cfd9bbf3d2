import { type SignInMethod, signInMethods, type SignInOutcome } from '../../platform/contract/sign-in-words.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { minuteText } from '../../ui/text/day-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { deviceName } from './device-rules.ts'
import { SignInBadge } from './sign-in-badge.tsx'

// What customers and staff see of the sign-ins to their own account.

interface Session {
  id: number
  current: boolean
  createdAt: string
  ip: string
  userAgent: string
}

/** Where the person is signed in, each with a button that ends it. */
export function OwnSessions({ rows, onEnd }: { rows: readonly Session[]; onEnd: (id: number) => void }) {
  return (
    <Table
      caption="登录设备"
      hideCaption
      rows={rows}
      rowKey={(row) => String(row.id)}
      columns={[
        { key: 'device', header: '设备', rowHeader: true, render: (row) => deviceName(row.userAgent) },
        { key: 'ip', header: 'IP', render: (row) => <span className="num">{row.ip}</span> },
        { key: 'at', header: '登录时间', render: (row) => <span className="num">{minuteText(row.createdAt)}</span> },
        {
          key: 'act',
          header: '操作',
          render: (row) =>
            row.current ? (
              <Tag tone="ok">当前设备</Tag>
            ) : (
              <Button
                variant="quiet"
                size="s"
                aria-label={`下线：${deviceName(row.userAgent)}，${row.createdAt}`}
                onClick={() => onEnd(row.id)}
              >
                下线
              </Button>
            ),
        },
      ]}
    />
  )
}

interface SignIn {
  id: number
  at: string
  outcome: SignInOutcome
  method: SignInMethod
  userAgent: string
  ip: string
}

/** Also those that failed: somebody else may be trying. */
export function OwnSignIns({ rows }: { rows: readonly SignIn[] }) {
  return (
    <Table
      caption="最近登录"
      hideCaption
      rows={rows}
      rowKey={(row) => String(row.id)}
      empty="还没有登录记录"
      columns={[
        {
          key: 'at',
          header: '时间',
          rowHeader: true,
          render: (row) => <span className="num">{minuteText(row.at)}</span>,
        },
        { key: 'outcome', header: '结果', render: (row) => <SignInBadge outcome={row.outcome} /> },
        { key: 'method', header: '方式', render: (row) => signInMethods[row.method] },
        { key: 'device', header: '设备', render: (row) => deviceName(row.userAgent) },
        { key: 'ip', header: 'IP', render: (row) => <span className="num">{row.ip}</span> },
      ]}
    />
  )
}
