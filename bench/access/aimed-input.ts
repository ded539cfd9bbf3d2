import { filledInput } from '../../src/app/testing/filled-input.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import type { OwnedThings, Thing } from './owned.ts'

/** Good values of fields whose form is checked before anything is looked up, and which a filled input does not have. */
export const FORMS: Readonly<Record<string, unknown>> = {
  browserKey: 'b'.repeat(22),
  fingerprint: 'a'.repeat(64),
  waybill: 'SF1234567890',
  doi: '10.1016/j.jpcs.2024.1',
  link: 'https://example.com/paper',
  transferredOn: '2026-03-01',
  publishedOn: '2026-03-01',
  month: '2026-02',
  x: null,
  difference: null,
  xFrom: null,
  xTo: null,
  yFrom: null,
  yTo: null,
}

/** Inputs of a call whose numbers and ids are those of other accounts; none when the call takes no number and no id. */
export function aimedInputs(call: Call, things: OwnedThings): { input: unknown; owner: number }[] {
  const good = filledInput(call)
  const pools = new Map<string, readonly Thing[]>()
  collect(good, things, pools)
  const most = Math.max(0, ...[...pools.values()].map((pool) => pool.length))
  return Array.from({ length: most }, (_, turn) => ({
    input: aimed(good, pools, turn),
    owner: ownerOf([...pools.values()], turn),
  }))
}

function collect(value: unknown, things: OwnedThings, into: Map<string, readonly Thing[]>): void {
  if (value === null || typeof value !== 'object') return
  for (const [name, inner] of Object.entries(value)) {
    const pool = poolOf(name, Array.isArray(inner) ? inner[0] : inner, things)
    if (pool.length > 0) into.set(name, pool)
    else for (const each of [inner].flat()) collect(each, things, into)
  }
}

/** What a field of this name takes: values of the column that is named like it, or any id. */
function poolOf(name: string, example: unknown, { ofColumn, anyIds }: OwnedThings): readonly Thing[] {
  // Projects belong to nobody.
  if (name === 'rid') return []
  const column = name.replace(/s$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const pool = (ofColumn.get(column) ?? []).filter(({ value }) => typeof value === typeof example)
  if (pool.length > 0) return pool
  return typeof example === 'number' && /^ids?$|Ids?$|_rid$/.test(name) ? anyIds : []
}

function aimed(value: unknown, pools: ReadonlyMap<string, readonly Thing[]>, turn: number): unknown {
  if (Array.isArray(value)) return value.map((each) => aimed(each, pools, turn))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (Object.hasOwn(FORMS, name) && inner !== '') return [name, FORMS[name]]
      // Of an appointment: a time of day.
      if (name === 'from' && 'date' in value) return [name, '10:00']
      const pool = pools.get(name)
      const thing = pool?.[turn % pool.length]?.value
      return [name, thing === undefined ? aimed(inner, pools, turn) : Array.isArray(inner) ? [thing] : thing]
    }),
  )
}

function ownerOf(pools: readonly (readonly Thing[])[], turn: number): number {
  const longest = pools.toSorted((a, b) => b.length - a.length)[0] ?? []
  return longest[turn % longest.length]?.owner ?? 0
}
