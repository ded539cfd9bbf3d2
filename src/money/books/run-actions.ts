import { raiseAlarm } from '../../core/safety/actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { type BookCheck, type Checked, runCheck } from '../../platform/book-check.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import type { RunMaker } from './rules.ts'
import { countRuns, insertRun, type RunRow, runById, runsPage } from './store.ts'

export type BookChecks = readonly BookCheck[]

/** Runs every check and keeps the result. A fault raises an alarm, once a day; nothing is corrected automatically. */
export async function checkBooks(ctx: Ctx, checks: BookChecks, madeBy: RunMaker): Promise<RunRow> {
  const startedAt = ctx.clock.now()
  const started = performance.now()
  const results: Checked[] = []
  for (const check of checks) results.push(await runCheck(ctx.db, check, startedAt))
  const row = await insertRun(ctx.db, {
    madeBy,
    staffId: ctx.actor.kind === 'staff' ? ctx.actor.id : null,
    startedAt,
    ms: Math.round(performance.now() - started),
    found: results.reduce((sum, { found }) => sum + found, 0),
    results,
  })
  ctx.log.info({ faults: row.found, ms: row.ms }, 'books audited')
  if (row.found > 0) {
    const faults = results.flatMap((each) => each.faults)
    const text = `账目核对发现 ${row.found} 处不符，请暂停退款与提现并联系技术人员：${faults.slice(0, 5).join('；')}`
    await raiseAlarm(ctx, { kind: 'books', occasion: shanghaiDate(startedAt), text: text.slice(0, 1000) })
  }
  return row
}

export async function checkBooksNow(ctx: Ctx<Staff>, checks: BookChecks) {
  return detail(ctx, checks, await checkBooks(ctx, checks, 'staff'))
}

export async function bookRuns(ctx: Ctx, { page, size }: { page: number; size: number }) {
  const rows = await runsPage(ctx.db, size, (page - 1) * size)
  const list = await views(ctx, rows)
  return { list, total: await countRuns(ctx.db), page, size }
}

/** When the books were last checked, and how many faults were found. */
export async function lastBookRun(ctx: Pick<Ctx, 'db'>): Promise<Pick<RunRow, 'startedAt' | 'found'> | undefined> {
  return (await runsPage(ctx.db, 1, 0))[0]
}

/** One run, or the latest one; before the first run only the checks. */
export async function bookRun(ctx: Ctx, checks: BookChecks, id: number | undefined) {
  const row = await runById(ctx.db, id ?? null)
  if (!row && id !== undefined) throw refuse(commonErrors.notFound)
  return row ? detail(ctx, checks, row) : { run: null, checks: [] }
}

async function detail(ctx: Ctx, checks: BookChecks, row: RunRow) {
  const [run = null] = await views(ctx, [row])
  return {
    run,
    checks: row.results.map((result) => {
      // A check of an earlier version may no longer exist.
      const check = checks.find(({ key }) => key === result.key)
      return { ...result, title: check?.title ?? result.key, invariant: check?.invariant ?? '' }
    }),
  }
}

async function views(ctx: Ctx, rows: readonly Omit<RunRow, 'results'>[]) {
  const names = await namesOfStaff(
    ctx,
    rows.flatMap(({ staffId }) => (staffId === null ? [] : [staffId])),
  )
  return rows.map(({ id, madeBy, staffId, startedAt, ms, found }) => ({
    id,
    madeBy,
    staffName: staffId === null ? '' : (names.get(staffId) ?? ''),
    startedAt: shanghaiTime(startedAt),
    ms,
    found,
  }))
}
