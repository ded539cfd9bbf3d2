import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer, Staff } from '../../../platform/http/ctx.ts'
import { inBatches } from '../../../platform/jobs/periodic.ts'
import { addDays, addHours, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { listedKeys, ownsKey } from '../actions.ts'
import type { apiKeyRequests, KeyUsage, staffApiKeys } from './contract.ts'
import { COUNTS_KEPT_DAYS, MOST_REQUESTS, outcomeOf, REQUEST_DAYS, type RequestOutcome, USAGE_DAYS } from './rules.ts'
import { countsSince, deleteExcess, deleteOldCounts, deleteOldRequests, type RequestRow, requestsOf } from './store.ts'

type Input = InputOf<typeof apiKeyRequests>

export async function ownRequests(ctx: Ctx<Customer>, input: Input) {
  if (!(await ownsKey(ctx, input.id))) throw refuse(commonErrors.notFound)
  return requestsOfKey(ctx, input)
}

export async function ownUsage(ctx: Ctx<Customer>, id: number) {
  if (!(await ownsKey(ctx, id))) throw refuse(commonErrors.notFound)
  return usageOfKey(ctx, id)
}

/** The keys of a customer, for staff who are asked why a program is refused. */
export async function keysOfCustomer(ctx: Ctx<Staff>, customerId: number): Promise<OutputOf<typeof staffApiKeys>> {
  const rows = await listedKeys(ctx, customerId)
  return {
    list: rows.map(({ id, name, prefix, scopes, lastUsedAt, state }) => ({
      id,
      name,
      prefix,
      scopes,
      lastUsedAt,
      state,
    })),
  }
}

export async function requestsOfKey(
  { db }: Ctx,
  { id, outcome, page, size }: Input,
): Promise<OutputOf<typeof apiKeyRequests>> {
  const { rows, total } = await requestsOf(db, { keyId: id, outcome, page, size })
  return {
    list: rows.map(({ keyId: _, at, ...row }) => ({
      ...row,
      at: shanghaiTime(at),
      outcome: listedOutcome(row),
    })),
    ...{ total, page, size },
  }
}

/** Requests beyond the limit have no row. */
function listedOutcome(row: Pick<RequestRow, 'status' | 'error'>) {
  const outcome = outcomeOf(row)
  return outcome === 'limited' ? 'refused' : outcome
}

export async function usageOfKey({ db, clock }: Ctx, id: number): Promise<KeyUsage> {
  const now = clock.now()
  const wanted = Array.from({ length: USAGE_DAYS }, (_, at) => shanghaiDate(addDays(now, at + 1 - USAGE_DAYS)))
  const counted = new Map((await countsSince(db, id, wanted[0] ?? '')).map((row) => [row.day, row]))
  const days = wanted.map((day) => {
    const { answered = 0, refused = 0, failed = 0, limited = 0 } = counted.get(day) ?? {}
    return { day, answered, refused, failed, limited }
  })
  const sumOf = (outcome: RequestOutcome) => days.reduce((sum, day) => sum + day[outcome], 0)
  return {
    days,
    sum: {
      ...{ answered: sumOf('answered'), refused: sumOf('refused') },
      ...{ failed: sumOf('failed'), limited: sumOf('limited') },
    },
  }
}

/** Runs every hour: within it a key that uses its whole limit makes 7,200 requests. */
export async function sweepRequests({ db, clock, log }: Ctx): Promise<void> {
  const now = clock.now()
  const removed = await inBatches((most) => deleteOldRequests(db, addDays(now, -REQUEST_DAYS), most))
  const wanted = { usedSince: addHours(now, -3), kept: MOST_REQUESTS }
  const excess = await inBatches((most) => deleteExcess(db, wanted, most))
  const days = await deleteOldCounts(db, shanghaiDate(addDays(now, -COUNTS_KEPT_DAYS)))
  log.info({ removed, excess, days }, 'requests of programs swept')
}
