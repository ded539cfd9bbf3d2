import { type Availability, type Span, unusable } from '../../instruments/rules.ts'

/** Places of a project that shares no instrument. */
export function poolOfProject(rid: number): string {
  return `project:${rid}`
}

/** Places of an instrument, shared by its projects. */
export function poolOfInstrument(id: number): string {
  return `instrument:${id}`
}

/** False when the places are those of another instrument. */
export function mayStandOn(instrumentId: number, { pool }: { pool: string }): boolean {
  return !pool.startsWith('instrument:') || pool === poolOfInstrument(instrumentId)
}

export interface Serving extends Availability {
  id: number
  /** Whether the project shares the slots of this instrument. */
  shared: boolean
}

/** Where a slot of a project can hold its places: on each shared instrument that can be used, or in places of the project itself. */
export function poolsFor(rid: number, instruments: readonly Serving[], span: Span): string[] {
  if (instruments.length === 0) return [poolOfProject(rid)]
  const usable = instruments.filter((instrument) => unusable(instrument, span) === undefined)
  return [...new Set(usable.map(({ id, shared }) => (shared ? poolOfInstrument(id) : poolOfProject(rid))))]
}

/** Places that are held in a time. */
export interface Held extends Span {
  rid: number
  pool: string
}

/** One project that an instrument serves. */
export interface Served {
  instrumentId: number
  rid: number
  shared: boolean
}

/**
 * Whether a booking from before a change of the setting stands in the way: its places are counted in another pool, but it needs the
 * same instrument.
 */
export function strayIn(
  pool: string,
  rid: number,
  served: readonly Served[],
  held: readonly Held[],
  span: Span,
): boolean {
  const overlapping = held.filter(({ startsAt, endsAt }) => startsAt < span.endsAt && endsAt > span.startsAt)
  if (pool === poolOfProject(rid)) {
    const shared = served
      .filter((each) => each.rid === rid && each.shared)
      .map((each) => poolOfInstrument(each.instrumentId))
    return overlapping.some((each) => each.rid === rid && each.pool !== pool && !shared.includes(each.pool))
  }
  const sharing = served.filter((each) => each.shared && poolOfInstrument(each.instrumentId) === pool)
  return overlapping.some(
    (each) => sharing.some((one) => one.rid === each.rid) && each.pool === poolOfProject(each.rid),
  )
}
