import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useStaff } from '../../staff/me.tsx'
import { importCancel, importCommit, importDetail, importRows, importStop, importUndo } from '../contract.ts'
import { importList } from '../list-contract.ts'
import { importLimits, isBusy, openWork } from '../rules.ts'
import { stageTones } from '../stage-tones.ts'
import css from './imports.module.css'
import { RunRows } from './run-rows.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '导入详情 · 明析科测后台' }]

type Detail = OutputOf<typeof importDetail>

/** One import: what was found, the decision to write it, what became of it. */
export default function ImportRunPage() {
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const [busy, setBusy] = useState(true)
  const run = useCall(importDetail, { id }, { enabled: known, alwaysAsk: true, ...(busy ? { refetchSeconds: 1 } : {}) })
  const working = run.data !== undefined && isBusy(run.data.stage)
  if (run.data && working !== busy) setBusy(working)
  if (!known || (run.error && run.error.status === 404))
    return <NotFoundState title="没有这次导入" action={{ label: '查看全部导入', to: '/console/imports' }} />
  return <Loaded of={run}>{(data) => <Run run={data} />}</Loaded>
}

function Run({ run }: { run: Detail }) {
  return (
    <div className="stack">
      <PageHeader
        crumbs={[{ label: '数据导入', to: '/console/imports' }, { label: `导入 ${run.id}` }]}
        title={`导入${run.kindLabel}`}
        badge={<StageBadge tone={stageTones[run.stage]}>{run.stageName}</StageBadge>}
        sub={`${run.fileName} · ${run.staffName} ${minuteText(run.createdAt)} 上传`}
        actions={<Verbs run={run} />}
      />
      {isBusy(run.stage) && <Progress run={run} />}
      {run.failure !== '' && (
        <p role="alert" className={css.reason}>
          {run.failure}
        </p>
      )}
      {run.total !== null && run.stage !== 'checking' && <Counts run={run} />}
      {run.ignored !== '' && <p>没有导入的列：{run.ignored}</p>}
      {run.stage === 'failed' && <p>没有写入任何数据。请对照模板改正文件后重新上传。</p>}
      {run.rowsDropped && (
        <Card title="行内容已删除">
          <DescriptionList
            single
            items={[{ term: '原因', value: `行内容含个人信息，上传 ${importLimits.keepDays} 天后删除，不能再撤销` }]}
          />
        </Card>
      )}
      {!isBusy(run.stage) && !run.rowsDropped && run.stage !== 'cancelled' && run.stage !== 'failed' && (
        <RunRows key={run.version} run={run} />
      )}
    </div>
  )
}

const working = { checking: '正在核对', committing: '正在导入', undoing: '正在撤销' } as const

function Progress({ run }: { run: Detail }) {
  const [done, all] = progressOf(run)
  const name = working[run.stage as keyof typeof working]
  const text = all > 0 ? `${name}：${done} / ${all} 行` : done > 0 ? `${name}，已读取 ${done} 行` : '已上传，等待核对'
  return (
    <div className="stack">
      <p role="status">{text}。可以离开此页，完成后右上角会有提醒。</p>
      <progress className={css.progress} aria-label={name} value={all > 0 ? done / all : undefined} max={1} />
    </div>
  )
}

function progressOf(run: Detail): [number, number] {
  if (run.stage === 'committing') return [run.writtenRows + run.refusedRows, run.newRows + run.changedRows]
  if (run.stage === 'undoing') return [run.undoneRows + run.keptRows, run.writtenRows + run.undoneRows + run.keptRows]
  return [run.done, run.total ?? 0]
}

function Counts({ run }: { run: Detail }) {
  const after = run.writtenRows + run.refusedRows + run.undoneRows + run.keptRows > 0
  return (
    <StatGrid>
      <Stat label="新增" value={run.newRows} />
      <Stat label="修改" value={run.changedRows} />
      <Stat label="无变化" value={run.unchangedRows} />
      <Stat label="有误" value={run.faultyRows} {...(run.faultyRows > 0 ? { tone: 'danger' as const } : {})} />
      {after && <Stat label="已导入" value={run.writtenRows} />}
      {run.refusedRows > 0 && <Stat label="未能导入" value={run.refusedRows} tone="warn" />}
      {run.undoneRows > 0 && <Stat label="已撤销" value={run.undoneRows} />}
      {run.keptRows > 0 && <Stat label="未能撤销" value={run.keptRows} tone="warn" />}
    </StatGrid>
  )
}

const refreshes = [importDetail, importRows, importList]

function Verbs({ run }: { run: Detail }) {
  const { may } = useStaff()
  const [asking, setAsking] = useState<'commit' | 'cancel' | 'undo'>()
  const commit = useAct(importCommit, { refreshes })
  const cancel = useAct(importCancel, { refreshes, onDone: () => toast.success('已取消，没有写入数据') })
  const stop = useAct(importStop, { refreshes })
  const undo = useAct(importUndo, { refreshes })
  const { left, commits, undoes } = openWork(run)
  const mayCommit = commits && may('importRun.commit')
  const mayCancel = (run.stage === 'checking' || run.stage === 'ready') && may('importRun.cancel')
  const mayStop = (run.stage === 'committing' || run.stage === 'undoing') && may('importRun.stop')
  const mayUndo = undoes && may('importRun.undo')
  const ways = {
    commit: { title: '导入', label: '确认导入', text: commitText(run, left), danger: false },
    cancel: { title: '取消导入', label: '确认取消', text: '取消后行内容即删除，没有写入任何数据。', danger: true },
    undo: {
      title: '撤销导入',
      label: '确认撤销',
      text: `撤销已导入的 ${run.writtenRows} 行。此后已被修改或已有业务的行会保留，并列出原因。`,
      danger: true,
    },
  }
  const way = asking && ways[asking]
  const confirm = () => {
    const { id, version } = run
    if (asking === 'commit') return commit.submit({ id, version, skipFaulty: run.faultyRows > 0 })
    return asking === 'undo' ? undo.submit({ id, version }) : cancel.submit({ id })
  }
  return (
    <>
      {mayCancel && <Button onClick={() => setAsking('cancel')}>取消导入</Button>}
      {mayStop && (
        <Button icon="pause" busy={stop.busy} onClick={() => void stop.run({ id: run.id })}>
          停止
        </Button>
      )}
      {mayUndo && (
        <Button icon="undo" onClick={() => setAsking('undo')}>
          撤销导入
        </Button>
      )}
      {mayCommit && (
        <Button variant="primary" icon="check" onClick={() => setAsking('commit')}>
          {run.faultyRows > 0 ? `只导入正确的 ${left} 行` : `导入 ${left} 行`}
        </Button>
      )}
      <ConfirmDialog
        open={way !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={confirm}
        title={way?.title ?? ''}
        confirmLabel={way?.label ?? ''}
        danger={way?.danger ?? false}
      >
        {way?.text}
      </ConfirmDialog>
    </>
  )
}

function commitText(run: Detail, left: number): string {
  const parts = [`写入 ${left} 行`, `新增 ${run.newRows}、修改 ${run.changedRows}`]
  if (run.faultyRows > 0) parts.push(`有误的 ${run.faultyRows} 行不导入`)
  if (run.unchangedRows > 0) parts.push(`无变化的 ${run.unchangedRows} 行不处理`)
  return `${parts.join('；')}。${run.noUndo || `导入后 ${importLimits.keepDays} 天内可以撤销。`}`
}
