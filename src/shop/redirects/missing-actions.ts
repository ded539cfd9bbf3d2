import { listed } from '../../core/lists/listed-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { type MissingAddress, missingIndex } from './contract.ts'
import { KEPT_MISSING, MISSING_DAYS, missingPath, MOST_MISSING } from './missing-rules.ts'
import { countMissing, ignoreMissing, missingByIds, missingSource, dropForgotten } from './missing-store.ts'

export const missingAddresses = listed<MissingAddress>({
  index: missingIndex,
  source: () => missingSource(),
  rows: async (ctx, ids) =>
    (await missingByIds(ctx.db, ids)).map(({ id, path, hits, firstAskedAt, lastAskedAt }) => ({
      ...{ id, path, hits, firstAskedAt: shanghaiTime(firstAskedAt), lastAskedAt: shanghaiTime(lastAskedAt) },
    })),
})

/** Notes that somebody looked for a page that does not exist. A failure is logged: the visitor gets the answer in any case. */
export async function noteMissing(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
  visit: { address: string; userAgent: string; accept: string },
): Promise<void> {
  // A browser that opens a page asks for HTML; what a page loads does not.
  if (!visit.accept.includes('text/html')) return
  const path = missingPath(visit.address, visit.userAgent)
  if (path === undefined) return
  await countMissing(ctx.db, path, MOST_MISSING, ctx.clock.now()).catch((err: unknown) =>
    ctx.log.error({ err }, 'a missing address could not be counted'),
  )
}

/** The address is listed no longer, however often it is asked for. */
export function ignoreAddress(ctx: Ctx<Staff>, id: number): Promise<void> {
  return inTx(ctx, async (inner) => {
    const row = await ignoreMissing(inner.db, id)
    if (!row) throw refuse(commonErrors.notFound)
    await recordAudit(inner, { action: 'redirect.ignore', subject: 'redirect', after: { path: row.path } })
  })
}

export async function sweepMissingAddresses(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await dropForgotten(ctx.db, addDays(ctx.clock.now(), -MISSING_DAYS), KEPT_MISSING)
}
