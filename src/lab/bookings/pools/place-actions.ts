import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { reservationErrors } from '../errors.ts'
import { type Cell, cellsBetween, slotLimits } from '../slot-rules.ts'
import { type CellKey, lockCells, setBooked } from '../store.ts'

// Places of half hours: a booking holds one in each half hour of its slot.

export interface Places {
  pool: string
  cells: readonly Cell[]
}

interface Wanted {
  /** One of these has to have all of the half hours free; the first that has is taken. */
  pools: readonly string[]
  cells: readonly Cell[]
}

/** Takes and releases places at once, or refuses and changes nothing. Answers the pool of each slot that was wanted. */
export async function changePlaces(
  ctx: Ctx,
  { back = [], wanted = [] }: { back?: readonly Places[]; wanted?: readonly Wanted[] },
): Promise<string[]> {
  if (wanted.some(({ pools }) => pools.length === 0)) throw refuse(reservationErrors.slotTaken)
  const keys = keysOf([...back, ...wanted.flatMap(({ pools, cells }) => pools.map((pool) => ({ pool, cells })))])
  if (keys.length === 0) return []
  const locked = new Map((await lockCells(ctx.db, keys, slotLimits.capacity)).map((cell) => [keyOf(cell), cell]))
  const add = ({ pool, cells }: Places, places: number) => {
    for (const { startsAt } of cells) {
      const cell = locked.get(keyOf({ pool, startsAt }))
      if (cell) cell.booked += places
    }
  }
  const free = ({ pool, cells }: Places) =>
    cells.every(({ startsAt }) => {
      const cell = locked.get(keyOf({ pool, startsAt }))
      return cell !== undefined && cell.booked < cell.capacity
    })
  for (const places of back) add(places, -1)
  const chosen = wanted.map(({ pools, cells }) => {
    const pool = pools.find((each) => free({ pool: each, cells }))
    if (pool === undefined) throw refuse(reservationErrors.slotTaken)
    add({ pool, cells }, 1)
    return pool
  })
  await setBooked(ctx.db, [...locked.values()])
  return chosen
}

/** The first of these pools with all of the half hours free; its cells stay locked. */
export async function freePool(
  ctx: Ctx,
  pools: readonly string[],
  cells: readonly Cell[],
): Promise<string | undefined> {
  const keys = keysOf(pools.map((pool) => ({ pool, cells })))
  if (keys.length === 0) return undefined
  const locked = await lockCells(ctx.db, keys, slotLimits.capacity)
  return pools.find((pool) => locked.every((cell) => cell.pool !== pool || cell.booked < cell.capacity))
}

/** The places of a booking or a proposal. */
export function placesOf({ pool, startsAt, endsAt }: { pool: string; startsAt: Date; endsAt: Date }): Places {
  return { pool, cells: cellsBetween(startsAt, endsAt) }
}

/** Those of the one that the other does not hold as well. */
export function placesBeyond(places: Places, held: Places): Places {
  if (places.pool !== held.pool) return places
  const both = new Set(held.cells.map(({ startsAt }) => startsAt.getTime()))
  return { pool: places.pool, cells: places.cells.filter(({ startsAt }) => !both.has(startsAt.getTime())) }
}

function keysOf(all: readonly Places[]): CellKey[] {
  const cells = all.flatMap(({ pool, cells: own }) => own.map(({ startsAt }) => ({ pool, startsAt })))
  return [...new Map(cells.map((cell) => [keyOf(cell), cell])).values()]
}

function keyOf({ pool, startsAt }: CellKey): string {
  return `${pool} ${startsAt.getTime()}`
}
