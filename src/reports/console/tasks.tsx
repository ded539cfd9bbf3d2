import { useMemo, useState } from 'react'
import { DueIn } from '../../orders/order-stage.tsx'
import { staffOrderList } from '../../orders/staff-contract.ts'
import { useCall } from '../../platform/client/use-call.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { CardLink } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import css from './tasks.module.css'

type Task = OutputOf<typeof staffOrderList>['list'][number]

const columns = [
  { stage: 'received', label: '已收样' },
  { stage: 'testing', label: '检测中' },
  { stage: 'on_hold', label: '异常待确认' },
  { stage: 'verifying', label: '数据审核' },
] as const

export const meta = () => [{ title: '检测任务 · 后台' }]

/** What stands in the laboratory, by stage; urgent and overdue work stands first. */
export default function Tasks() {
  const { data, error, refetch, isFetching } = useCall(
    staffOrderList,
    { tab: 'testing', size: 100 },
    { refetchSeconds: 60 },
  )
  const [project, setProject] = useState('')
  const projects = useMemo(
    () => [...new Set(data?.list.flatMap((task) => task.title.split('、')) ?? [])].sort(),
    [data],
  )
  const shown = data?.list.filter((task) => project === '' || task.title.split('、').includes(project)) ?? []
  return (
    <>
      <PageHeader title="检测任务" />
      {data ? (
        <>
          <Toolbar>
            <Field label="项目">
              <Select
                value={project}
                onValue={(value) => setProject(value ?? '')}
                options={[{ value: '', label: '全部项目' }, ...projects.map((name) => ({ value: name, label: name }))]}
              />
            </Field>
          </Toolbar>
          {shown.length === 0 ? (
            <EmptyState title="没有待检测的订单" icon="flask">
              样品收齐后会出现在这里。
            </EmptyState>
          ) : (
            <div className={css.board}>
              {columns.map(({ stage, label }) => (
                <Column key={stage} label={label} tasks={shown.filter((task) => task.stage === stage)} />
              ))}
            </div>
          )}
          {data.total > data.list.length && (
            <p role="status">
              仅显示最近 {data.list.length} 个订单，共 {data.total} 个。
            </p>
          )}
        </>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={6} height={64} />
      )}
    </>
  )
}

function Column({ label, tasks }: { label: string; tasks: Task[] }) {
  const weight = (task: Task) => (task.next?.overdue ? 2 : 0) + (task.urgent ? 1 : 0)
  const sorted = [...tasks].sort((a, b) => weight(b) - weight(a) || a.createdAt.localeCompare(b.createdAt))
  return (
    <section className={css.column} aria-label={label}>
      <h2 className={css.head}>
        {label} <span className={css.count}>{tasks.length}</span>
      </h2>
      {sorted.length === 0 && <p className={css.none}>没有</p>}
      <ul className={css.cards}>
        {sorted.map((task) => (
          <li key={task.orderNo} className={css.card}>
            <CardLink to={`/console/tasks/${task.orderNo}`}>{task.orderNo}</CardLink>
            <span className={css.title}>{task.title}</span>
            <span className={css.facts}>
              {task.urgent && <Tag tone="warn">加急</Tag>}
              <span>{task.sampleCount} 个样品</span>
              {task.next?.dueAt && task.next.who === 'house' && <DueIn at={task.next.dueAt} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
