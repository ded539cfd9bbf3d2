import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { internalPath } from '../../platform/contract/internal-path.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type ListedRedirect, redirectIndex } from './contract.ts'
import { redirectErrors } from './errors.ts'
import { faultOfNew, faultOfOld, faultOfPath, MOST_PASTED, oldPath, pastedRows, type PastedRow } from './rules.ts'
import { deleteRedirect, insertRedirect, pathsInUse, redirectsByIds, redirectSource, takeRedirect } from './store.ts'
import { dropMissing } from './missing-store.ts'

export const redirects = listed<ListedRedirect>({
  index: redirectIndex,
  source: () => redirectSource(),
  rows: async (ctx, ids) => {
    const rows = await redirectsByIds(ctx.db, ids)
    const names = await namesOfStaff(ctx, [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))])
    return rows.map(({ id, fromPath, toPath, hits, lastHitAt, createdBy, createdAt }) => ({
      ...{ id, from: fromPath, to: toPath, hits },
      lastHitAt: lastHitAt && shanghaiTime(lastHitAt),
      createdByName: names.get(createdBy ?? 0) ?? '',
      createdAt: shanghaiTime(createdAt),
    }))
  },
})

interface Pair {
  from: string
  to: string
}

const pairOf = ({ from, to }: Pair): Pair => ({ from: oldPath(from) ?? from, to: internalPath(to.trim()) ?? to })

export async function addRedirect(ctx: Ctx<Staff>, given: Pair): Promise<{ id: number }> {
  return inTx(ctx, async (inner) => {
    const pair = pairOf(given)
    if ((await chainFaults(inner, [pair])).size > 0) throw refuseAt('to', redirectErrors.loop)
    const row = await insertRedirect(inner.db, pair, ctx.actor.id, ctx.clock.now())
    if (!row) throw refuseAt('from', redirectErrors.fromTaken)
    await dropMissing(inner.db, [pair.from])
    await recordAudit(inner, { action: 'redirect.add', subject: `redirect:${row.id}`, after: pair })
    return row
  })
}

/** Checks the whole paste first. A fault of one line leaves everything as it was. */
export async function pasteRedirects(ctx: Ctx<Staff>, text: string) {
  const rows = pastedRows(text)
  if (rows.length > MOST_PASTED)
    return { added: 0, faults: [{ line: MOST_PASTED + 1, reason: `一次最多 ${MOST_PASTED} 行，请分批粘贴` }] }
  return inTx(ctx, async (inner) => {
    const faults = await faultsOf(inner, rows)
    if (faults.length > 0) return { added: 0, faults }
    for (const row of rows) {
      const pair = pairOf(row)
      if (!(await insertRedirect(inner.db, pair, ctx.actor.id, ctx.clock.now()))) throw refuse(redirectErrors.fromTaken)
    }
    await dropMissing(
      inner.db,
      rows.map((row) => pairOf(row).from),
    )
    await recordAudit(inner, { action: 'redirect.paste', subject: 'redirect', after: { rows: rows.length } })
    return { added: rows.length, faults: [] }
  })
}

export async function removeRedirect(ctx: Ctx<Staff>, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await deleteRedirect(inner.db, id)
    if (!row) throw refuse(commonErrors.notFound)
    await recordAudit(inner, {
      action: 'redirect.remove',
      subject: `redirect:${id}`,
      before: { from: row.fromPath, to: row.toPath },
    })
  })
}

/** Where the old address of a page that does not exist leads; undefined when it is none. */
export async function redirectOf(ctx: Pick<Ctx, 'db' | 'clock'>, address: string): Promise<string | undefined> {
  const from = oldPath(address)
  if (from === undefined || faultOfPath(from) !== undefined) return undefined
  return (await takeRedirect(ctx.db, from, ctx.clock.now()))?.toPath
}

async function faultsOf(ctx: Ctx, rows: readonly PastedRow[]) {
  const faults: { line: number; reason: string }[] = []
  const seen = new Map<string, number>()
  for (const { line, from, to } of rows) {
    const pair = pairOf({ from, to })
    const earlier = seen.get(pair.from)
    const reason =
      faultOfOld(from) ?? faultOfNew(to) ?? (earlier === undefined ? undefined : `旧地址与第 ${earlier} 行相同`)
    if (reason !== undefined) faults.push({ line, reason })
    seen.set(pair.from, earlier ?? line)
  }
  if (faults.length > 0) return faults
  const pairs = rows.map(pairOf)
  const chained = await chainFaults(ctx, pairs)
  const taken = new Set(
    (
      await pathsInUse(
        ctx.db,
        pairs.map(({ from }) => from),
      )
    )
      .filter(({ old }) => old)
      .map(({ path }) => path),
  )
  return rows.flatMap(({ line }, index) => {
    const { from } = pairs[index] ?? { from: '' }
    if (taken.has(from)) return [{ line, reason: '这个旧地址已经有跳转' }]
    return chained.has(from) ? [{ line, reason: '新地址本身又会跳转，或有别的跳转通向这个旧地址' }] : []
  })
}

/** The old addresses that would make a loop or a chain, with each other or with what exists. */
async function chainFaults(ctx: Pick<Ctx, 'db'>, pairs: readonly Pair[]): Promise<Set<string>> {
  const target = ({ to }: Pair) => oldPath(to) ?? to
  const used = await pathsInUse(ctx.db, [...new Set(pairs.flatMap((pair) => [pair.from, target(pair)]))])
  const olds = new Set([...used.filter(({ old }) => old).map(({ path }) => path), ...pairs.map(({ from }) => from)])
  const targets = new Set(used.filter(({ old }) => !old).map(({ path }) => path))
  return new Set(pairs.filter((pair) => olds.has(target(pair)) || targets.has(pair.from)).map(({ from }) => from))
}
