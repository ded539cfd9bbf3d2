import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AssigneeMenu } from '../../orders/tasks/assignee-menu.tsx'
import { DueIn } from '../../orders/order-stage.tsx'
import { staffTaskChoices, staffTaskLanes, staffTaskList } from '../../orders/tasks/task-contract.ts'
import { type LaneKind, laneKinds, type TaskStage, taskStages } from '../../orders/tasks/task-rules.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CardLink } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Toolbar } from '../../../ui/tables/toolbar.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import css from './tasks.module.css'

type Task = OutputOf<typeof staffTaskList>['list'][number]
type Lane = OutputOf<typeof staffTaskLanes>['lanes'][number]
type Asked = Omit<SentTo<typeof staffTaskLanes>, 'by'>

const PAGE_SIZE = 20

export const meta = () => [{ title: '检测任务 · 后台' }]

/** Orders in the laboratory by stage, person or instrument; overdue and urgent ones come first. */
export default function Tasks() {
  const { get, href } = useAddress()
  const navigate = useNavigate()
  const by = (Object.keys(laneKinds) as LaneKind[]).find((kind) => kind === get('by')) ?? 'stage'
  const asked = {
    project: get('project'),
    person: /^(mine|nobody|\d{1,15})$/.test(get('person')) ? get('person') : '',
    instrument: /^(none|\d{1,15})$/.test(get('instrument')) ? get('instrument') : '',
    late: get('late') === 'yes',
  }
  const choices = useCall(staffTaskChoices, {}, { refetchSeconds: 60 }).data
  const go = (change: Record<string, string>) => void navigate(href(change))
  return (
    <>
      <PageHeader title="检测任务" sub="超时和加急的在前；可按阶段、人员或仪器查看，并分派给实验员。" />
      <div className="stack">
        <LinkTabs
          label="看板的列"
          tabs={(Object.keys(laneKinds) as LaneKind[]).map((kind) => ({
            to: href({ by: kind === 'stage' ? '' : kind }),
            label: laneKinds[kind],
            current: kind === by,
          }))}
        />
        <Toolbar>
          <Field label="项目">
            <Select
              value={asked.project}
              onValue={(value) => go({ project: value ?? '' })}
              options={[
                { value: '', label: '全部项目' },
                ...(choices?.projects ?? []).map(({ name, orders }) => ({
                  value: name,
                  label: `${name}（${orders}）`,
                })),
              ]}
            />
          </Field>
          <Field label="负责人">
            <Select
              value={asked.person}
              onValue={(value) => go({ person: value ?? '' })}
              options={[
                { value: '', label: '全部' },
                { value: 'mine', label: '我的' },
                { value: 'nobody', label: '未分派' },
                ...(choices?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          </Field>
          <Field label="仪器">
            <Select
              value={asked.instrument}
              onValue={(value) => go({ instrument: value ?? '' })}
              options={[
                { value: '', label: '全部' },
                ...(choices?.instruments ?? []).map(({ id, label }) => ({ value: String(id), label })),
                { value: 'none', label: '没有登记仪器' },
              ]}
            />
          </Field>
          <Checkbox
            className={css.late}
            checked={asked.late}
            onChange={(event) => go({ late: event.currentTarget.checked ? 'yes' : '' })}
          >
            只看超时
          </Checkbox>
        </Toolbar>
      </div>
      <Board key={`${by} ${JSON.stringify(asked)}`} by={by} asked={asked} />
    </>
  )
}

function Board({ by, asked }: { by: LaneKind; asked: Asked }) {
  return (
    <Loaded of={useCall(staffTaskLanes, { by, ...asked }, { refetchSeconds: 60 })}>
      {({ lanes }) => (
        <div className={css.board}>
          {lanes
            // A filter leaves the columns of the others empty.
            .filter(({ orders }) => by === 'stage' || orders > 0 || !isNarrowed(asked))
            .map((lane) => (
              <Column
                key={lane.key}
                lane={lane}
                asked={{ ...asked, ...ofLane(by, lane.key) }}
                showsStage={by !== 'stage'}
              />
            ))}
        </div>
      )}
    </Loaded>
  )
}

const isNarrowed = ({ project, person, instrument, late }: Asked) => Boolean(project || person || instrument || late)

function ofLane(by: LaneKind, key: string): Partial<SentTo<typeof staffTaskList>> {
  if (by === 'person') return { person: key }
  if (by === 'instrument') return { instrument: key }
  return { stage: taskStages.find((stage): stage is TaskStage => stage === key) }
}

type Query = Asked & Partial<SentTo<typeof staffTaskList>>

/** The heading counts all orders of the column; 更多 loads the next page. */
function Column({ lane, asked, showsStage }: { lane: Lane; asked: Query; showsStage: boolean }) {
  const [pages, setPages] = useState(1)
  const { label, orders, late } = lane
  return (
    <section className={css.column} aria-label={label}>
      <h2 className={css.head}>
        {label} <span className={css.count}>{orders}</span>
        {late > 0 && <Tag tone="danger">{late} 个超时</Tag>}
      </h2>
      {orders === 0 && <p className={css.none}>没有</p>}
      {orders > 0 &&
        Array.from({ length: pages }, (_, index) => (
          <ColumnPage key={index} asked={asked} page={index + 1} showsStage={showsStage} />
        ))}
      {orders > pages * PAGE_SIZE && (
        <Button wide aria-label={`更多${label}`} onClick={() => setPages(pages + 1)}>
          更多（还有 {orders - pages * PAGE_SIZE} 个）
        </Button>
      )}
    </section>
  )
}

function ColumnPage({ asked, page, showsStage }: { asked: Query; page: number; showsStage: boolean }) {
  return (
    <Loaded of={useCall(staffTaskList, { ...asked, page, size: PAGE_SIZE }, { refetchSeconds: 60 })}>
      {({ list }) => (
        <ul role="list" className={css.cards}>
          {list.map((task) => (
            <TaskCard key={task.orderNo} task={task} showsStage={showsStage} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function TaskCard({ task, showsStage }: { task: Task; showsStage: boolean }) {
  return (
    <li className={css.card}>
      <CardLink to={`/console/tasks/${task.orderNo}`}>{task.orderNo}</CardLink>
      <span className={css.title}>{task.title}</span>
      <span className={css.facts}>
        {task.urgent && <Tag tone="warn">加急</Tag>}
        {showsStage && <span>{task.stageName}</span>}
        <span>{task.customerName}</span>
        <span>{task.sampleCount} 个样品</span>
        {/* In the other columns it is what the column is for; here it may be the call of the manager, not the test. */}
        {task.stage === 'received' && task.next && <span>{task.next.what}</span>}
        {task.next?.dueAt && task.next.who === 'staff' && <DueIn at={task.next.dueAt} />}
      </span>
      <span className={css.assignee}>
        <AssigneeMenu order={task} />
      </span>
    </li>
  )
}
