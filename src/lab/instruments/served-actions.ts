import type { Ctx } from '../../platform/http/ctx.ts'
import { instrumentLabel } from './rules.ts'
import { type InstrumentRow, instrumentsByIds, instrumentsLike, numberHolder, ridsOf, servedProjects } from './store.ts'

type Reader = Pick<Ctx, 'db'>

export interface ServedBy {
  id: number
  instrumentNo: string
  name: string
  rids: number[]
}

/** Every instrument with the projects that it serves, by its number. */
export function instrumentsWithProjects(ctx: Reader): Promise<ServedBy[]> {
  return servedProjects(ctx.db)
}

/** The numbers of the instruments that serve each project. */
export async function instrumentNosOf(ctx: Reader): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const { instrumentNo, rids } of await servedProjects(ctx.db))
    for (const rid of rids) found.set(rid, [...(found.get(rid) ?? []), instrumentNo])
  return found
}

/** The projects that the instrument with this number serves; none for an unknown number. */
export async function projectsOfNumber(ctx: Reader, instrumentNo: string): Promise<number[]> {
  const holder = await numberHolder(ctx.db, instrumentNo)
  return holder ? ridsOf(ctx.db, holder.id) : []
}

export type NamedInstrument = Pick<
  InstrumentRow,
  'instrumentNo' | 'name' | 'model' | 'maker' | 'englishName' | 'englishMaker'
>

/** What the register says of instruments that records name. */
export async function instrumentsNamed(ctx: Reader, ids: readonly number[]): Promise<Map<number, NamedInstrument>> {
  const rows = ids.length === 0 ? [] : await instrumentsByIds(ctx.db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Instruments by id as people name them, with their numbers. */
export async function instrumentNames(
  ctx: Reader,
  ids: readonly number[],
): Promise<Map<number, { instrumentNo: string; label: string }>> {
  const rows = await instrumentsByIds(ctx.db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, { instrumentNo: row.instrumentNo, label: instrumentLabel(row) }]))
}

/** Ids of the instruments whose number or name contains what was typed. */
export async function instrumentsMatching(ctx: Reader, typed: string): Promise<number[]> {
  return (await instrumentsLike(ctx.db, typed)).map(({ id }) => id)
}
