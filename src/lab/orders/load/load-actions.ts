import { keepGenerated, linkTo } from '../../../core/files/actions.ts'
import { workingTime } from '../../../core/settings/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { xlsxInThread } from '../../../platform/sheet/sheet-thread.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { instrumentsServingNow } from '../../instruments/availability-actions.ts'
import { instrumentLabel } from '../../instruments/rules.ts'
import type { staffLoadFile, staffMovable } from './load-contract.ts'
import { capacityDays, capacityOf, groupsOf, loadDays, loadOf, slackDays, tomorrow } from './load-rules.ts'
import { dueByDay, finishedByDay, movableOrders, waitingProjects } from './load-store.ts'

type Reader = Pick<Ctx, 'db' | 'cache' | 'clock' | 'config'>

/** The work of each group of instruments, and of each project without one, against its capacity. */
export async function loadAhead(ctx: Reader) {
  const now = ctx.clock.now()
  const time = await workingTime(ctx)
  const instruments = await instrumentsServingNow(ctx, { startsAt: now, endsAt: addDays(now, loadDays) })
  const working = instruments.filter(({ stage }) => stage === 'usable')
  const served = instruments.map((each) => ({
    id: each.id,
    label: instrumentLabel(each),
    rids: each.serves.map(({ rid }) => rid),
  }))
  const groups = groupsOf(served).map((group) => ({
    ...group,
    label: group.instruments.map(({ label }) => label).join('、'),
  }))
  const known = new Set(groups.flatMap(({ rids }) => rids))
  const others = (await waitingProjects(ctx.db))
    .filter(({ rid }) => !known.has(rid))
    .map(({ rid, projectName }) => ({ key: `p${rid}`, label: projectName, instruments: [], rids: [rid] }))
  const all = [...groups, ...others]
  const questions = all.map(({ key, rids }) => ({ key, rids }))
  const [due, finished] = await Promise.all([
    dueByDay(ctx.db, questions, now),
    finishedByDay(ctx.db, questions, addDays(now, -capacityDays)),
  ])
  return all.map(({ key, label, instruments: own, rids }) => {
    const ofGroup = due.filter((row) => row.key === key)
    const perDay = capacityOf(
      finished.flatMap((row) => (row.key === key ? row.orders : [])),
      now,
      time,
    )
    // An instrument that is stopped or away for calibration does nothing until somebody says so.
    const downtimes = own.map(
      ({ id }) =>
        working.find((each) => each.id === id)?.downtimes ?? [{ startsAt: now, endsAt: addDays(now, loadDays) }],
    )
    const dated = new Map(ofGroup.flatMap(({ day, orders }) => (day === null ? [] : [[day, orders] as const])))
    const days = loadOf(dated, perDay, { now, time, downtimes })
    return {
      ...{ key, label, rids, instruments: own, perDay, days },
      open: ofGroup.reduce((sum, { orders }) => sum + orders, 0),
      late: ofGroup.reduce((sum, { late }) => sum + late, 0),
      undated: ofGroup.find(({ day }) => day === null)?.orders ?? 0,
      overOn: days.find(({ short }) => short > 0)?.date ?? null,
    }
  })
}

/** Overloaded groups first, then by their work; those without work are left to the page of instruments. */
export async function loadPage(ctx: Ctx<Staff>) {
  const groups = (await loadAhead(ctx)).filter(({ open }) => open > 0)
  const shown = groups.toSorted(
    (left, right) => Number(right.overOn !== null) - Number(left.overOn !== null) || right.open - left.open,
  )
  return { at: shanghaiTime(ctx.clock.now()), groups: shown.map(({ rids: _, ...group }) => group) }
}

export async function movablePage(ctx: Ctx<Staff>, { page, size }: InputOf<typeof staffMovable>) {
  const now = ctx.clock.now()
  const over = (await loadAhead(ctx)).filter(({ overOn }) => overOn !== null)
  const rids = over.flatMap((group) => group.rids)
  const rows = rids.length === 0 ? [] : await movableOrders(ctx.db, { rids, from: tomorrow(now), size, page })
  const time = await workingTime(ctx)
  const list = rows.map(({ orderNo, title, urgent, promisedAt, rids: own }) => ({
    ...{ orderNo, title, urgent },
    promisedAt: shanghaiTime(promisedAt),
    slackDays: slackDays(promisedAt, now, time),
    relieves: over.find((group) => own.some((rid) => group.rids.includes(rid)))?.label ?? '',
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}

/** A link to the load as a workbook, which is removed after a day. */
export async function loadSheet(ctx: Ctx<Staff>, { browserKey }: InputOf<typeof staffLoadFile>) {
  const { at, groups } = await loadPage(ctx)
  const today = shanghaiDate(ctx.clock.now())
  const head = ['仪器或项目', '日期', '到期订单', '产能（单）', '完不成（单）']
  const rows = groups.flatMap(({ label, perDay, days }) =>
    days.map((day) => [
      label,
      day.date,
      String(day.due),
      perDay === null ? '历史不足' : String(day.capacity),
      String(day.short),
    ]),
  )
  const file = await keepGenerated(ctx, {
    name: `仪器负荷-${today}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await xlsxInThread([
      {
        name: '说明',
        rows: [
          ['统计时间', at],
          ['导出人', ctx.actor.name],
        ],
      },
      { name: '未来 14 天', rows: [head, ...rows] },
    ]),
    purpose: 'loadSheet',
    customerId: null,
    attachedTo: null,
    staff: { id: ctx.actor.id, action: 'order.read' },
  })
  return linkTo(ctx, file.id, browserKey)
}
