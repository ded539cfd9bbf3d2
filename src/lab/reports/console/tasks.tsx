import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DueIn } from '../../orders/order-stage.tsx'
import { orderLifecycle } from '../../orders/rules.ts'
import { staffTaskList, staffTaskProjects, taskStages } from '../../orders/staff-contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/button.tsx'
import { CardLink } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import css from './tasks.module.css'

type Task = OutputOf<typeof staffTaskList>['list'][number]

type TaskStage = (typeof taskStages)[number]

const PAGE_SIZE = 20

export const meta = () => [{ title: '检测任务 · 后台' }]

/** Orders in the laboratory, by stage; overdue and urgent ones come first. */
export default function Tasks() {
  const { get, href } = useAddress()
  const navigate = useNavigate()
  const project = get('project')
  const projects = useCall(staffTaskProjects, {}, { refetchSeconds: 60 }).data?.projects ?? []
  return (
    <>
      <PageHeader title="检测任务" />
      <Toolbar>
        <Field label="项目">
          <Select
            value={project}
            onValue={(value) => void navigate(href({ project: value ?? '' }))}
            options={[
              { value: '', label: '全部项目' },
              ...projects.map(({ name, orders }) => ({ value: name, label: `${name}（${orders}）` })),
            ]}
          />
        </Field>
      </Toolbar>
      <div className={css.board}>
        {taskStages.map((stage) => (
          // The key starts the list of another project at its first page.
          <Column key={`${stage} ${project}`} stage={stage} label={orderLifecycle.stages[stage]} project={project} />
        ))}
      </div>
    </>
  )
}

/** The heading counts all orders of the stage; 更多 loads the next page. */
function Column({ stage, label, project }: { stage: TaskStage; label: string; project: string }) {
  const [pages, setPages] = useState(1)
  const first = useTasks(stage, project, 1)
  const total = first.data?.total
  return (
    <section className={css.column} aria-label={label}>
      <h2 className={css.head}>
        {label} <span className={css.count}>{total ?? '…'}</span>
      </h2>
      {total === 0 && <p className={css.none}>没有</p>}
      {Array.from({ length: pages }, (_, index) => (
        <ColumnPage key={index} stage={stage} project={project} page={index + 1} />
      ))}
      {total !== undefined && total > pages * PAGE_SIZE && (
        <Button wide aria-label={`更多${label}`} onClick={() => setPages(pages + 1)}>
          更多（还有 {total - pages * PAGE_SIZE} 个）
        </Button>
      )}
    </section>
  )
}

function useTasks(stage: TaskStage, project: string, page: number) {
  const query = { stage, project, page, size: PAGE_SIZE } as const
  return useCall(staffTaskList, query, { refetchSeconds: 60 })
}

function ColumnPage({ stage, project, page }: { stage: TaskStage; project: string; page: number }) {
  return (
    <Loaded of={useTasks(stage, project, page)}>
      {({ list }) => (
        <ul className={css.cards}>
          {list.map((task) => (
            <TaskCard key={task.orderNo} task={task} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function TaskCard({ task }: { task: Task }) {
  return (
    <li className={css.card}>
      <CardLink to={`/console/tasks/${task.orderNo}`}>{task.orderNo}</CardLink>
      <span className={css.title}>{task.title}</span>
      <span className={css.facts}>
        {task.urgent && <Tag tone="warn">加急</Tag>}
        <span>{task.sampleCount} 个样品</span>
        {task.next?.dueAt && task.next.who === 'staff' && <DueIn at={task.next.dueAt} />}
      </span>
    </li>
  )
}
