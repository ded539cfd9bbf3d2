import { useParams } from 'react-router'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { problemNumber } from '../../../platform/contract/problem-number.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState, NotFoundState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useStaff } from '../../staff/me.tsx'
import { staffFaultDetail, staffFaultMark } from '../contract.ts'
import { staffFaultList } from '../list-contract.ts'
import { faultKinds, type FaultState } from '../rules.ts'
import css from './faults.module.css'
import { FaultStateBadge } from './state-badge.tsx'

export const meta = () => [{ title: '错误详情 · 明析科测后台' }]

type Fault = OutputOf<typeof staffFaultDetail>

/** One fault: where it happens, since which release, and who met it last. */
export default function ConsoleFault() {
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const fault = useCall(staffFaultDetail, { id }, { enabled: known, refetchSeconds: 60 })
  if (!known || fault.error?.status === 404)
    return (
      <NotFoundState title="没有这条错误报告" action={{ label: '查看全部错误报告', to: '/console/faults' }}>
        可能已过保留期。
      </NotFoundState>
    )
  return <Loaded of={fault}>{(data) => <Details fault={data} />}</Loaded>
}

function Details({ fault }: { fault: Fault }) {
  return (
    <div className="stack">
      <PageHeader
        crumbs={[
          { label: '系统状态', to: '/console/health' },
          { label: '错误报告', to: '/console/faults' },
          { label: String(fault.id) },
        ]}
        title={<span className={css.code}>{[fault.type, fault.code].filter(Boolean).join(' ')}</span>}
        badge={<FaultStateBadge fault={fault} />}
        sub={<span className={css.code}>{fault.message}</span>}
        actions={<Verbs fault={fault} />}
      />
      <Card title="概况">
        <DescriptionList
          items={[
            { term: '来源', value: faultKinds[fault.kind] },
            { term: '位置', value: <code className={css.code}>{fault.place}</code> },
            { term: '次数', value: <span className="num">{fault.times.toLocaleString('zh-CN')}</span> },
            { term: '首次出现', value: `${fault.firstSeenAt}（${fault.firstRelease}）` },
            { term: '最近出现', value: `${fault.lastSeenAt}（${fault.lastRelease}）` },
            {
              term: '已解决',
              value: fault.resolvedAt ? `${fault.resolvedAt}，当时版本 ${fault.resolvedRelease}` : undefined,
            },
            { term: '再次出现', value: fault.reopenedAt ?? undefined },
            { term: '受影响的版本', value: fault.releases.join('、'), wide: true },
          ]}
        />
      </Card>
      <Stack text={fault.stack} />
      <Samples fault={fault} />
    </div>
  )
}

/** A script that the browser did not load from here leaves none. */
function Stack({ text }: { text: string }) {
  if (text === '') return <Card title="调用栈">没有记录到调用栈</Card>
  return (
    <Card title="调用栈" actions={<CopyButton text={text}>复制调用栈</CopyButton>} flush>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be scrollable by keyboard */}
      <pre className={css.stack} tabIndex={0} aria-label="调用栈">
        {text}
      </pre>
    </Card>
  )
}

const done: Record<FaultState, string> = {
  resolved: '已标为已解决；再次出现时会重新打开并告警',
  ignored: '已忽略；以后只计次数',
  open: '已重新打开',
}

function Verbs({ fault: { id, state } }: { fault: Fault }) {
  const { may } = useStaff()
  const mark = useAct(staffFaultMark, { refreshes: [staffFaultDetail, staffFaultList] })
  if (!may('fault.mark')) return null
  const to = async (next: FaultState) => {
    if (await mark.run({ id, state: next })) toast.success(done[next])
  }
  return state === 'open' ? (
    <>
      <Button busy={mark.busy} onClick={() => void to('ignored')}>
        忽略
      </Button>
      <Button variant="primary" icon="check" busy={mark.busy} onClick={() => void to('resolved')}>
        已解决
      </Button>
    </>
  ) : (
    <Button icon="undo" busy={mark.busy} onClick={() => void to('open')}>
      重新打开
    </Button>
  )
}

type Sample = Fault['samples'][number]

const sampleColumns: Column<Sample>[] = [
  {
    key: 'at',
    header: '时间',
    line: 1,
    rowHeader: true,
    render: ({ seenAt }) => <time className="num">{seenAt}</time>,
  },
  {
    key: 'number',
    header: '问题编号',
    line: 1,
    render: ({ requestId }) => (requestId ? <CopyButton text={requestId}>{problemNumber(requestId)}</CopyButton> : '—'),
  },
  { key: 'release', header: '版本', line: 2, render: ({ release }) => <span className={css.code}>{release}</span> },
  { key: 'host', header: '主机', line: 2, render: ({ host }) => <span className={css.code}>{host}</span> },
  {
    key: 'trace',
    header: '链路',
    render: ({ traceId, traceUrl }) =>
      traceUrl ? (
        <SmartLink to={traceUrl}>查看链路</SmartLink>
      ) : traceId ? (
        <CopyButton text={traceId}>复制链路编号</CopyButton>
      ) : (
        '—'
      ),
  },
]

function Samples({ fault: { samples, times } }: { fault: Fault }) {
  const sub = samples.length < times ? `共 ${times.toLocaleString('zh-CN')} 次，列出最近 ${samples.length} 次。` : ''
  return (
    <section className="stack">
      <h2>最近的发生记录</h2>
      <p>{sub}点编号可复制完整的请求编号，可在日志中按 requestId 查找。</p>
      <Table
        caption="最近的发生记录"
        hideCaption
        lines
        columns={sampleColumns}
        rows={samples}
        rowKey={({ requestId, seenAt, host }) => `${requestId} ${seenAt} ${host}`}
        empty={<EmptyState title="发生记录已过保留期">次数与版本仍然保留。</EmptyState>}
      />
    </section>
  )
}
