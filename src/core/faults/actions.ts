import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { releaseName } from '../../platform/version.ts'
import { faultErrors } from './errors.ts'
import { asListed } from './list-actions.ts'
import { type FaultState, faultStates } from './rules.ts'
import { countOpen, faultById, samplesOf, setState, deleteOldFaults } from './store.ts'

const SAMPLES_SHOWN = 20

export async function faultDetail(ctx: Ctx, id: number) {
  const row = await faultById(ctx.db, id)
  if (!row) throw refuse(faultErrors.notFound)
  const samples = await samplesOf(ctx.db, id, SAMPLES_SHOWN)
  const timeOf = (at: Date | null) => at && shanghaiTime(at)
  return {
    ...asListed(row),
    type: row.type,
    code: row.code,
    message: row.message,
    stack: row.stack,
    firstRelease: row.firstRelease,
    releases: row.releases,
    resolvedAt: timeOf(row.resolvedAt),
    resolvedRelease: row.resolvedRelease,
    reopenedAt: timeOf(row.reopenedAt),
    samples: samples.map(({ requestId, traceId, release, host, seenAt }) => ({
      requestId: requestId ?? '',
      traceId: traceId ?? '',
      traceUrl: traceId === null ? '' : traceUrl(ctx, traceId),
      release,
      host,
      seenAt: shanghaiTime(seenAt),
    })),
  }
}

function traceUrl({ config }: Ctx, traceId: string): string {
  return config.TRACE_URL?.replace('{trace}', traceId) ?? ''
}

/** Resolved: it opens again when it is seen in this release or a later one. Ignored: it is only counted. */
export function markFault(ctx: Ctx, { id, state }: { id: number; state: FaultState }): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const before = await faultById(ctx.db, id)
    if (!before) throw refuse(faultErrors.notFound)
    if (!(await setState(ctx.db, { id, state, now: ctx.clock.now(), release: releaseName() })))
      throw refuse(faultErrors.otherState)
    await recordAudit(ctx, {
      action: `fault.${state}`,
      subject: `fault:${id}`,
      before: { state: faultStates[before.state] },
      after: { state: faultStates[state] },
    })
  })
}

export function openFaults(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return countOpen(ctx.db)
}

/** Longer than a release takes to come, so that a fault which comes back is known. */
const FAULT_DAYS = 180
const SAMPLE_DAYS = 60
const SAMPLES_EACH = 100
/** Far more than an installation in order ever has. */
const MOST_FAULTS = 5000

export async function sweepFaults(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const removed = await deleteOldFaults(ctx.db, {
    seenSince: addDays(now, -FAULT_DAYS),
    samplesSince: addDays(now, -SAMPLE_DAYS),
    samplesEach: SAMPLES_EACH,
    most: MOST_FAULTS,
  })
  ctx.log.info({ removed }, 'error reports swept')
}
