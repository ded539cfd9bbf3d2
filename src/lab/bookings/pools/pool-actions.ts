import { instrumentsOfProject, projectsServed } from '../../instruments/availability-actions.ts'
import { type Span, unusable } from '../../instruments/rules.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { reservationErrors } from '../errors.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { heldWithin } from './pool-store.ts'
import { type Held, poolOfInstrument, poolsFor, type Served, type Serving, strayIn } from './pool-rules.ts'

export interface Pools {
  rid: number
  instruments: readonly Serving[]
  served: readonly Served[]
  held: readonly (Held & { id: number })[]
}

/** What decides where slots of a project in this time can hold their places. */
export async function poolFacts(ctx: Pick<Ctx, 'db'>, rid: number, span: Span): Promise<Pools> {
  const instruments = await instrumentsOfProject(ctx, rid, span)
  const served = await projectsServed(
    ctx,
    instruments.map(({ id }) => id),
  )
  const rids = [...new Set([rid, ...served.map((each) => each.rid)])]
  return { rid, instruments, served, held: await heldWithin(ctx.db, rids, span) }
}

export function poolsAt({ rid, instruments, served, held }: Pools, span: Span): string[] {
  return poolsFor(rid, instruments, span).filter((pool) => !strayIn(pool, rid, served, held, span))
}

/** Where a slot can hold its places, that of the booking itself before the others. The caller has locked the instruments. */
export async function poolsOf(ctx: Pick<Ctx, 'db'>, rid: number, span: Span, own?: Own): Promise<string[]> {
  const facts = await poolFacts(ctx, rid, span)
  // The booking that is moved does not stand in its own way.
  const held = facts.held.filter((each) => !(own && each.id === own.id))
  const pools = poolsAt({ ...facts, held }, span)
  return own && pools.includes(own.pool) ? [own.pool, ...pools.filter((pool) => pool !== own.pool)] : pools
}

/** Refuses when the places are those of an instrument that cannot be used then, although another one of the project can. */
export async function requirePool(ctx: Pick<Ctx, 'db'>, rid: number, pool: string, span: Span): Promise<void> {
  const own = (await instrumentsOfProject(ctx, rid, span)).find(({ id }) => poolOfInstrument(id) === pool)
  const obstacle = own && unusable(own, span)
  if (obstacle) throw refuse(reservationErrors.instrumentBlocked, `${obstacle}，请联系客户经理改约`)
}

interface Own {
  id: number
  pool: string
}
