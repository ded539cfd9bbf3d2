import { minuteText } from '../../../ui/text/day-text.ts'
import { useEffect, useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { fileSizeText } from '../../../ui/inputs/file-input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { backfillStates, engines, runKinds, staffSystemHealth, staffSystemLook } from '../contract.ts'
import { levelNames } from '../rules.ts'
import css from './health.module.css'

export const meta = () => [{ title: '系统状态 · 明析科测' }]

type Health = OutputOf<typeof staffSystemHealth>
type Finding = Health['findings'][number]

const REFETCH_SECONDS = 30
/** While somebody waits for a look. */
const POLL_MS = 2000
const MOST_WAIT_MS = 120_000

/** What an administrator wants to know first: is anything wrong, since when, and what to do. */
export default function ConsoleHealth() {
  const health = useCall(staffSystemHealth, {}, { refetchSeconds: REFETCH_SECONDS })
  const look = useLook(health)
  const lookedAt = minuteText(health.data?.look?.at)
  return (
    <div className="stack">
      <PageHeader
        title="系统状态"
        sub={`${lookedAt ? `${minuteText(lookedAt)} 检查，` : ''}每小时自动检查一次`}
        actions={
          <Button variant="primary" icon="refresh" busy={look.waits} onClick={look.start}>
            立即检查
          </Button>
        }
      />
      <Loaded of={health}>
        {(data) => (
          <>
            <Figures health={data} />
            <Findings health={data} />
            <Backfills health={data} />
            <Backups health={data} />
            <SlowStatements health={data} />
            <Versions health={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** A look runs in the worker. Waits from the click until a newer result is there, or until the worker is taken for stopped. */
function useLook({ data, refetch }: { data: Health | undefined; refetch: () => unknown }) {
  const lookedAt = data?.look?.at ?? null
  const [before, setBefore] = useState<string | null>()
  const ask = useAct(staffSystemLook)
  const waits = before !== undefined && before === lookedAt
  useEffect(() => {
    if (!waits) return
    const poll = setInterval(() => void refetch(), POLL_MS)
    const end = setTimeout(() => {
      setBefore(undefined)
      toast.error('两分钟内没有结果，请确认后台进程（SERVICES=worker）正在运行')
    }, MOST_WAIT_MS)
    return () => {
      clearInterval(poll)
      clearTimeout(end)
    }
  }, [waits, refetch])
  const start = async () => {
    if (await ask.run({})) setBefore(lookedAt)
  }
  return { waits: waits || ask.busy, start: () => void start() }
}

function Figures({ health: { findings, openFaults, queue, look } }: { health: Health }) {
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length
  const late = queue.oldestDueSeconds ?? 0
  return (
    <StatGrid>
      <Stat label="错误" value={look ? count('error') : '—'} {...(count('error') > 0 && { tone: 'danger' as const })} />
      <Stat
        label="警告"
        value={look ? count('warning') : '—'}
        {...(count('warning') > 0 && { tone: 'warn' as const })}
      />
      <Stat
        label="到期的任务"
        value={queue.waiting.toLocaleString('zh-CN')}
        note={`${queue.running} 个正在执行，${queue.scheduled.toLocaleString('zh-CN')} 个排在以后${late > 60 ? `，最早的已等 ${Math.floor(late / 60)} 分钟` : ''}`}
        {...(late > 300 && { tone: 'warn' as const })}
      />
      <Stat
        label="待处理的错误报告"
        value={openFaults.toLocaleString('zh-CN')}
        to="/console/faults"
        {...(openFaults > 0 && { tone: 'danger' as const })}
      />
      <Stat
        label="停止重试的任务"
        value={queue.dead.toLocaleString('zh-CN')}
        to="/console/jobs"
        {...(queue.dead > 0 && { tone: 'danger' as const })}
      />
    </StatGrid>
  )
}

const tones = { error: 'danger', warning: 'warn', ok: 'ok' } as const

const findingColumns: Column<Finding>[] = [
  { key: 'name', header: '检查项', line: 1, rowHeader: true, render: ({ name }) => name },
  {
    key: 'level',
    header: '结果',
    line: 1,
    render: ({ level }) => <StageBadge tone={tones[level]}>{levelNames[level]}</StageBadge>,
  },
  {
    key: 'seen',
    header: '现状',
    line: 2,
    render: ({ seen, todo }) => (
      <>
        {seen}
        {todo && <p className={css.todo}>{todo}</p>}
      </>
    ),
  },
  {
    key: 'since',
    header: '自',
    render: ({ since }) => <time className="num">{minuteText(since)}</time>,
  },
]

/** What needs a hand is open; what is in order stays folded. */
function Findings({ health: { findings, look } }: { health: Health }) {
  if (!look)
    return (
      <EmptyState title="还没有检查过" icon="check">
        点「立即检查」，查看磁盘、时钟、证书、外部服务、数据库和备份。
      </EmptyState>
    )
  const wrong = findings.filter(({ level }) => level !== 'ok')
  const fine = findings.filter(({ level }) => level === 'ok')
  return (
    <section className="stack">
      <h2>检查结果</h2>
      {wrong.length === 0 ? (
        <p className={css.allWell}>{fine.length} 项检查全部正常。</p>
      ) : (
        <FindingTable caption="需要处理" rows={wrong} />
      )}
      {fine.length > 0 && (
        <details className={css.fine}>
          <summary>{fine.length} 项正常</summary>
          <FindingTable caption="正常的检查项" rows={fine} />
        </details>
      )}
    </section>
  )
}

function FindingTable({ caption, rows }: { caption: string; rows: readonly Finding[] }) {
  return (
    <Table
      caption={caption}
      hideCaption
      lines
      columns={findingColumns}
      rows={rows}
      rowKey={({ name, seen }) => `${name} ${seen}`}
    />
  )
}

const backfillTones = { running: 'info', paused: 'warn', done: 'ok' } as const

const backfillColumns: Column<Health['backfills'][number]>[] = [
  {
    key: 'name',
    header: '名称',
    line: 1,
    rowHeader: true,
    render: ({ name }) => <code className={css.code}>{name}</code>,
  },
  {
    key: 'state',
    header: '状态',
    line: 1,
    render: ({ state, error }) => (
      <>
        <StageBadge tone={error ? 'danger' : backfillTones[state]}>{backfillStates[state]}</StageBadge>
        {error && <p className={css.todo}>{error}，稍后重试</p>}
      </>
    ),
  },
  {
    key: 'done',
    header: '已处理',
    line: 2,
    align: 'end',
    render: ({ done, total }) => (
      <span className="num">
        {done.toLocaleString('zh-CN')} / 约 {total.toLocaleString('zh-CN')}
      </span>
    ),
  },
  {
    key: 'at',
    header: '开始',
    line: 2,
    render: ({ startedAt }) => <time className="num">{minuteText(startedAt)}</time>,
  },
  {
    key: 'finishedAt',
    header: '完成',
    line: 2,
    render: ({ finishedAt }) => (finishedAt ? <time className="num">{minuteText(finishedAt)}</time> : '—'),
  },
]

/** Only until the work that came with a release is done. */
function Backfills({ health: { backfills } }: { health: Health }) {
  if (backfills.every(({ state }) => state === 'done')) return null
  return (
    <section className="stack">
      <h2>数据回填</h2>
      <Table
        caption="数据回填的进度"
        hideCaption
        lines
        columns={backfillColumns}
        rows={backfills}
        rowKey={({ name }) => name}
      />
    </section>
  )
}

const backupColumns: Column<Health['backups'][number]>[] = [
  {
    key: 'at',
    header: '时间',
    line: 1,
    rowHeader: true,
    render: ({ at }) => <time className="num">{minuteText(at)}</time>,
  },
  { key: 'kind', header: '类别', line: 1, render: ({ kind }) => runKinds[kind] },
  {
    key: 'ok',
    header: '结果',
    line: 2,
    render: ({ ok, error }) => {
      if (!ok) return <StageBadge tone="danger">失败{error && `：${error}`}</StageBadge>
      return error ? <StageBadge tone="danger">不完整：{error}</StageBadge> : <StageBadge tone="ok">成功</StageBadge>
    },
  },
  { key: 'file', header: '文件', line: 2, render: ({ fileName }) => fileName || '—' },
  {
    key: 'bytes',
    header: '大小',
    align: 'end',
    render: ({ bytes }) => <span className="num">{fileSizeText(bytes)}</span>,
  },
  { key: 'seconds', header: '用时', align: 'end', render: ({ seconds }) => <span className="num">{seconds} 秒</span> },
]

function Backups({ health: { backups } }: { health: Health }) {
  return (
    <section className="stack">
      <h2>备份与恢复</h2>
      <Table
        caption="最近的备份与恢复"
        hideCaption
        lines
        columns={backupColumns}
        rows={backups}
        rowKey={({ at, kind }) => `${at} ${kind}`}
        empty={
          <EmptyState title="没有记录" icon="import">
            设置 BACKUP_DIR 后每晚自动备份；PostgreSQL 的持续归档见备份手册。
          </EmptyState>
        }
      />
    </section>
  )
}

const slowColumns: Column<Health['slow'][number]>[] = [
  {
    key: 'work',
    header: '调用或任务',
    line: 1,
    rowHeader: true,
    render: ({ work }) => <code className={css.code}>{work}</code>,
  },
  {
    key: 'statement',
    header: '语句',
    line: 2,
    render: ({ statement }) => <code className={css.code}>{statement}</code>,
  },
  {
    key: 'ms',
    header: '最慢',
    line: 1,
    align: 'end',
    render: ({ ms }) => <span className="num">{ms.toLocaleString('zh-CN')} 毫秒</span>,
  },
  { key: 'count', header: '次数', line: 2, align: 'end', render: ({ count }) => <span className="num">{count}</span> },
  { key: 'at', header: '时间', render: ({ at }) => <time className="num">{at.slice(11)}</time> },
]

function SlowStatements({ health: { slow } }: { health: Health }) {
  if (slow.length === 0) return null
  return (
    <section className="stack">
      <h2>一小时内最慢的数据库语句</h2>
      <Table
        caption="一小时内最慢的数据库语句"
        hideCaption
        lines
        columns={slowColumns}
        rows={slow}
        rowKey={({ work, statement }) => `${work} ${statement}`}
      />
    </section>
  )
}

function Versions({ health: { process, database, look } }: { health: Health }) {
  return (
    <Card as="section" title="版本与进程">
      <DescriptionList
        items={[
          { term: '版本', value: process.commit ? `${process.version}（${process.commit}）` : process.version },
          { term: 'Node.js', value: process.node },
          {
            term: '数据库',
            value: (
              <>
                {engines[database.engine]} {database.version}，{fileSizeText(database.bytes)}（
                <SmartLink to="/console/tables">各表占用</SmartLink>）
              </>
            ),
          },
          { term: '本页由', value: `${process.host}，启动于 ${minuteText(process.startedAt)}` },
          { term: '内存', value: fileSizeText(process.memoryBytes) },
          { term: '检查由', value: look?.host },
        ]}
      />
    </Card>
  )
}
