import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { addDays } from '../../platform/time.ts'
import { instrumentErrors } from './errors.ts'
import { type Availability, blockedTextForStaff, type Span } from './rules.ts'
import {
  downtimesBetween,
  type InstrumentRow,
  instrumentsServing,
  ridsOf,
  servedOf,
  servingInstruments,
  servingWithProjects,
  shareInstruments,
} from './store.ts'

// Whether the instruments of a project can be used. Bookings and orders ask here.

export async function availabilityOf<Row extends InstrumentRow>(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly Row[],
  span: Span,
): Promise<(Row & Availability)[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ id }) => id))]
  const downtimes = await downtimesBetween(ctx.db, ids, span.startsAt, span.endsAt)
  return rows.map((row) => ({ ...row, downtimes: downtimes.filter(({ instrumentId }) => instrumentId === row.id) }))
}

/** The instruments of a project with their downtimes in this time. */
export async function instrumentsOfProject(ctx: Pick<Ctx, 'db'>, rid: number, span: Span) {
  return availabilityOf(ctx, await instrumentsServing(ctx.db, [rid]), span)
}

/** Downtimes of one instrument that are not over. */
export function downtimesAhead(ctx: Pick<Ctx, 'db' | 'clock'>, instrumentId: number): Promise<Span[]> {
  const now = ctx.clock.now()
  return downtimesBetween(ctx.db, [instrumentId], now, addDays(now, mostDaysAhead))
}

/** For a booking: the same, and no downtime is added until the caller's transaction ends. */
export async function heldInstruments(ctx: Ctx, rids: readonly number[]): Promise<void> {
  if (rids.length > 0) await shareInstruments(ctx.db, rids)
}

/** Refuses to start a test when no instrument of one of the projects can be used now. */
export async function requireInstruments(ctx: Ctx, projects: readonly { rid: number; name: string }[]): Promise<void> {
  const now = ctx.clock.now()
  const moment = { startsAt: now, endsAt: new Date(now.getTime() + 1) }
  const rids = [...new Set(projects.map(({ rid }) => rid))]
  const serving = await availabilityOf(ctx, await instrumentsServing(ctx.db, rids), moment)
  for (const { rid, name } of projects) {
    const obstacle = blockedTextForStaff(
      serving.filter((row) => row.rid === rid),
      moment,
    )
    if (obstacle) throw refuse(instrumentErrors.notUsable, `${name}不能开始检测：${obstacle}`)
  }
}

/** Bookings do not reach further. */
const mostDaysAhead = 400

/** More instruments than anybody chooses from in one list. */
const mostChoices = 300

/** Those that serve these projects, each with the project. */
export function instrumentsServingAll(ctx: Pick<Ctx, 'db'>, rids: readonly number[]) {
  return instrumentsServing(ctx.db, [...new Set(rids)])
}

export function instrumentChoices(ctx: Pick<Ctx, 'db'>): Promise<InstrumentRow[]> {
  return servingInstruments(ctx.db, mostChoices)
}

/** The same with what each serves and its downtimes in this time. */
export async function instrumentsServingNow(ctx: Pick<Ctx, 'db'>, span: Span) {
  return availabilityOf(ctx, await servingWithProjects(ctx.db, mostChoices), span)
}

/** What each instrument serves. */
export function projectsServed(ctx: Pick<Ctx, 'db'>, ids: readonly number[]) {
  return servedOf(ctx.db, ids)
}

export function projectsOfInstrument(ctx: Pick<Ctx, 'db'>, id: number): Promise<number[]> {
  return ridsOf(ctx.db, id)
}
