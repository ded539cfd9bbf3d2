import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { addMinutes } from '../../../platform/time.ts'
import { sampleErrors } from '../errors.ts'
import type { staffSampleMove } from './shelf-contract.ts'
import { ELSEWHERE, overlaps, placeText, type ShelfFields, temperatureLabels } from './shelf-rules.ts'
import {
  anyShelf,
  codesOfShelves,
  countShelves,
  deleteShelf,
  insertShelves,
  lockShelves,
  placeSamples,
  placeSince,
  roomsOfShelves,
  samplesInLaboratory,
  shelfById,
  type ShelfFilter,
  shelfOfPlace,
  shelvesFound,
  updateShelf,
} from './shelf-store.ts'

export async function shelfMap(ctx: Ctx, { page, size, ...filter }: ShelfFilter & { page: number; size: number }) {
  const rows = await shelvesFound(ctx.db, filter, { page, size })
  const { samples, shelved } = await samplesInLaboratory(ctx.db)
  return {
    list: rows.map((row) => ({ ...row, temperatureName: temperatureLabels[row.temperature] })),
    total: await countShelves(ctx.db, filter),
    page,
    size,
    rooms: await roomsOfShelves(ctx.db),
    inLaboratory: samples,
    elsewhere: Math.max(0, samples - shelved),
  }
}

export function hasShelves(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return anyShelf(ctx.db)
}

/** Several at once, as when a laboratory is set up. */
export async function addShelves(ctx: Ctx, shelves: readonly ShelfFields[]): Promise<{ id: number }[]> {
  return inTx(ctx, async (inner) => {
    await lockShelves(inner.db)
    const known = await codesOfShelves(inner.db)
    for (const { code } of shelves) refuseOverlap(code, known)
    return insertShelves(inner.db, shelves, ctx.clock.now())
  })
}

export async function addShelf(ctx: Ctx<Staff>, fields: ShelfFields): Promise<{ id: number }> {
  const [added] = await addShelves(ctx, [fields])
  return { id: added?.id ?? 0 }
}

/** The code of a shelf with samples stays, because it is written on each of them. */
export async function editShelf(
  ctx: Ctx<Staff>,
  { id, version, ...fields }: ShelfFields & { id: number; version: number },
): Promise<{ version: number }> {
  return inTx(ctx, async (inner) => {
    await lockShelves(inner.db)
    const before = await shelfById(inner.db, id)
    if (!before) throw refuse(commonErrors.notFound)
    if (before.code !== fields.code && before.stored > 0) throw refuse(sampleErrors.shelfInUse)
    refuseOverlap(
      fields.code,
      (await codesOfShelves(inner.db)).filter((other) => other.id !== id),
    )
    const edited = await updateShelf(inner.db, id, version, fields)
    if (!edited) throw refuse(sampleErrors.shelfChanged)
    return edited
  })
}

export async function removeShelf(ctx: Ctx<Staff>, { id, version }: { id: number; version: number }) {
  return inTx(ctx, async (inner) => {
    await lockShelves(inner.db)
    const shelf = await shelfById(inner.db, id)
    if (!shelf) throw refuse(commonErrors.notFound)
    if (shelf.stored > 0) throw refuse(sampleErrors.shelfInUse)
    if ((await deleteShelf(inner.db, id, version)) === 0) throw refuse(sampleErrors.shelfChanged)
    return { removed: true }
  })
}

function refuseOverlap(code: string, known: readonly { code: string }[]): void {
  const other = known.find((shelf) => overlaps(code, shelf.code))
  if (other) throw refuse(sampleErrors.shelfOverlaps, `架位编号 ${code} 与已有的 ${other.code} 重复或相互包含`)
}

/** All of them move, or none. A shelf may hold more than its capacity; the map then shows it. */
export async function moveToShelf(
  ctx: Ctx<Staff>,
  { sampleNos, shelfId, secondsAgo }: InputOf<typeof staffSampleMove>,
) {
  const at = addMinutes(ctx.clock.now(), -secondsAgo / 60)
  return inTx(ctx, async (inner) => {
    const shelf = await shelfById(inner.db, shelfId)
    if (!shelf) throw refuse(commonErrors.notFound)
    const moved = new Set((await placeSamples(inner.db, sampleNos, shelf.code, at)).map(({ sampleNo }) => sampleNo))
    const left = sampleNos.find((sampleNo) => !moved.has(sampleNo))
    if (left !== undefined) {
      const since = await placeSince(inner.db, left, at)
      if (since !== undefined) throw refuse(sampleErrors.movedSince, `样品 ${left} 之后已被移到 ${since}`)
      throw refuse(sampleErrors.notInLaboratory, `样品 ${left} 不在实验室，请检查编号或先收样`)
    }
    await recordAudit(inner, {
      action: 'sample.move',
      subject: `shelf:${shelf.id}`,
      after: { code: shelf.code, sampleNos },
    })
    const { stored, capacity } = (await shelfById(inner.db, shelfId)) ?? shelf
    return { moved: moved.size, shelf: shelf.code, stored, capacity }
  })
}

/** Where a sample may be put: on a known shelf, or 其他 with words. A laboratory without shelves writes what it likes. */
export async function placeFor(ctx: Pick<Ctx, 'db'>, typed: string): Promise<string> {
  const place = placeText(typed)
  if (place.startsWith(ELSEWHERE) || (await shelfOfPlace(ctx.db, place))) return place
  if (!(await anyShelf(ctx.db))) return typed
  throw refuse(sampleErrors.unknownShelf, `没有架位 ${place}，请从列表选择，或填写“${ELSEWHERE}：位置”`)
}
