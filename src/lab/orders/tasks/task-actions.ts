import { namesOfStaff, staffMember, staffWhoMay } from '../../../core/staff/actions.ts'
import { tellStaff } from '../../../core/staff-notices/actions.ts'
import { awayToday } from '../../../core/staff/absences/absence-actions.ts'
import { mayAct } from '../../../core/staff/rules.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { instrumentChoices, projectsOfInstrument, projectsServed } from '../../instruments/availability-actions.ts'
import { instrumentLabel } from '../../instruments/rules.ts'
import { orderErrors } from '../errors.ts'
import type { OrderFilter } from '../read-actions.ts'
import { orderLifecycle, orderTabs } from '../rules.ts'
import { orderByNo } from '../store.ts'
import type { staffOrderAssign, staffTaskLanes } from './task-contract.ts'
import { taskStages } from './task-rules.ts'
import { assign, countByInstrument, countByPerson, countByStage, type LaneCount, projectsAtWork } from './task-store.ts'

type Asked = Omit<InputOf<typeof staffTaskLanes>, 'by'>

/** What was chosen above the board, as a filter of orders. */
export async function taskFilter(
  ctx: Ctx<Staff>,
  { project, person, instrument, late }: Asked,
): Promise<Omit<OrderFilter, 'stages'>> {
  return {
    projectName: project,
    ...(person === '' ? {} : { assignedTo: personOf(ctx, person) }),
    ...(instrument === '' ? {} : await servedBy(ctx, instrument)),
    ...(late ? { lateAt: ctx.clock.now() } : {}),
  }
}

function personOf(ctx: Ctx<Staff>, person: string): number | null {
  if (person === 'mine') return ctx.actor.id
  return person === 'nobody' ? null : Number(person)
}

async function servedBy(ctx: Ctx<Staff>, instrument: string): Promise<Pick<OrderFilter, 'rids' | 'ridsOtherThan'>> {
  if (instrument !== 'none') return { rids: await projectsOfInstrument(ctx, Number(instrument)) }
  return { ridsOtherThan: (await servedProjects(ctx)).map(({ rid }) => rid) }
}

async function servedProjects(ctx: Ctx<Staff>): Promise<{ id: number; rid: number }[]> {
  const instruments = await instrumentChoices(ctx)
  const served = await projectsServed(
    ctx,
    instruments.map(({ id }) => id),
  )
  return served.map(({ instrumentId, rid }) => ({ id: instrumentId, rid }))
}

/** The columns of the board. Every tester and instrument has one, also without work. */
export async function taskLanes(ctx: Ctx<Staff>, { by, ...asked }: InputOf<typeof staffTaskLanes>) {
  const filter = await taskFilter(ctx, asked)
  const now = ctx.clock.now()
  if (by === 'stage') {
    const counts = await countByStage(ctx.db, filter, now)
    return { lanes: taskStages.map((stage) => lane(stage, orderLifecycle.stages[stage], counts, stage)) }
  }
  if (by === 'person') {
    const counts = await countByPerson(ctx.db, filter, now)
    const people = await testers(
      ctx,
      counts.flatMap(({ key }) => (key === '' ? [] : Number(key))),
    )
    const named = people.map(({ id, name }) => lane(String(id), name, counts))
    return { lanes: [lane('nobody', '未分派', counts, ''), ...named] }
  }
  const instruments = await instrumentChoices(ctx)
  const counts = await countByInstrument(ctx.db, filter, await servedProjects(ctx), now)
  const named = instruments.map((each) => lane(String(each.id), instrumentLabel(each), counts))
  // Projects without an instrument still need somebody.
  return { lanes: [...named, lane('none', '没有登记仪器', counts, '')] }
}

function lane(key: string, label: string, counts: readonly LaneCount[], counted = key) {
  const { orders = 0, late = 0 } = counts.find((each) => each.key === counted) ?? {}
  return { key, label, orders, late }
}

export async function taskChoices(ctx: Ctx<Staff>) {
  const [projects, people, instruments] = await Promise.all([
    projectsAtWork(ctx.db, orderTabs.testing.stages),
    testers(ctx, []),
    instrumentChoices(ctx),
  ])
  return {
    projects,
    people: await withAbsence(ctx, people),
    instruments: instruments.map((each) => ({ id: each.id, label: instrumentLabel(each) })),
  }
}

/** Names with the last day of those who are away, so that work is given to somebody present. */
async function withAbsence(ctx: Ctx<Staff>, people: readonly { id: number; name: string }[]) {
  const away = await awayToday(ctx)
  return people.map(({ id, name }) => {
    const until = away.get(id)
    return { id, name: until === undefined ? name : `${name}（不在岗至 ${until.slice(5)}）` }
  })
}

/** The active staff who test, and these others, by name. */
async function testers(ctx: Ctx<Staff>, others: readonly number[]): Promise<{ id: number; name: string }[]> {
  const active = await staffWhoMay(ctx, 'order.startTesting')
  const names = await namesOfStaff(ctx, [...new Set([...active, ...others])])
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'zh') || left.id - right.id)
}

/** Gives work to a tester. Of two who give the same work away at once, the second is told. */
export async function assignOrder(
  ctx: Ctx<Staff>,
  { orderNo, staffId: to, formerStaffId: from }: InputOf<typeof staffOrderAssign>,
) {
  return inTx(ctx, async (inner) => {
    const row = await orderByNo(inner.db, orderNo)
    if (!row) throw refuse(commonErrors.notFound)
    if (to !== null) await requireTester(inner, to)
    const before = from === undefined ? row.assignedTo : from
    if ((await assign(inner.db, { orderId: row.id, to, from: before })) === 0)
      throw refuse(
        (taskStages as readonly string[]).includes(row.stage) ? orderErrors.assignedMeanwhile : orderErrors.notAtWork,
      )
    if (before !== to) {
      await recordAudit(inner, {
        action: 'order.assign',
        subject: `order:${row.id}`,
        before: { assignedTo: before },
        after: { assignedTo: to },
      })
      if (to !== null && to !== ctx.actor.id)
        await tellStaff(inner, {
          staffIds: [to],
          kind: 'assigned',
          title: `${ctx.actor.name} 把检测分派给您：${row.title} ${orderNo}`,
          path: `/console/tasks/${orderNo}`,
          key: `assigned:${row.id}:${inner.clock.now().getTime()}`,
        })
    }
    return {}
  })
}

async function requireTester(ctx: Ctx<Staff>, id: number): Promise<void> {
  const person = await staffMember(ctx, id)
  if (!person || !mayAct(person, 'order.startTesting')) throw refuse(orderErrors.notAssignable)
}
