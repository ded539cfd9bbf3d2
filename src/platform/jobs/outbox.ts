import type { Db } from '../db/db.ts'
import { identifier, json, type Sql, sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { traceparentHere } from '../observe/tracing.ts'
import type { DeclaredEvent, DeclaredJob } from './declared.ts'

/** Wakes the worker of this process after a commit; other processes find the job at their next poll. */
export const wakeSignal = new EventTarget()

export interface EnqueueOptions {
  at?: Date
  /** While a job with this name and key is waiting, a second one is not added. */
  key?: string
}

/** Writes an event to the outbox in the caller's transaction. Each subscriber receives it at least once. */
export async function emit<Input>(ctx: Ctx, event: DeclaredEvent<Input>, payload: NoInfer<Input>): Promise<void> {
  await insertJob(ctx, event, payload, {})
}

/** Queues a job in the caller's transaction. */
export async function enqueue<Input>(
  ctx: Ctx,
  job: DeclaredJob<Input>,
  payload: NoInfer<Input>,
  options: EnqueueOptions = {},
): Promise<void> {
  await insertJob(ctx, job, payload, options)
}

/** Queues several jobs of one name in one statement, in the caller's transaction. */
export async function enqueueMany<Input>(
  ctx: Ctx,
  { kind, name, awaited = false }: DeclaredJob<Input>,
  jobs: readonly ({ payload: NoInfer<Input> } & EnqueueOptions)[],
): Promise<void> {
  if (jobs.length === 0) return
  const now = ctx.clock.now()
  const records = jobs.map(({ payload, at = now, key }, place) => ({ place, payload, at, key: key ?? null }))
  await ctx.db.run(sql`
    insert into jobs (kind, name, payload, run_at, dedupe_key, awaited, created_at, traceparent)
    select ${kind}, ${name}, payload, at, key, ${awaited}, ${now}, ${traceparentHere()}::text
    from jsonb_to_recordset(${json(records)}::jsonb) as r (place integer, payload jsonb, at timestamptz, key text) order by place
    on conflict (name, dedupe_key) where dedupe_key is not null and state = 'waiting' do nothing`)
  wakeAfterCommit(ctx.db)
}

export async function insertJob(
  ctx: Ctx,
  { kind, name, awaited = false }: { kind: 'event' | 'job'; name: string; awaited?: boolean },
  payload: unknown,
  options: EnqueueOptions,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.run(sql`
    insert into jobs (kind, name, payload, run_at, dedupe_key, awaited, created_at, traceparent)
    values (${kind}, ${name}, ${json(payload)}::jsonb, ${options.at ?? now}, ${options.key ?? null}, ${awaited}, ${now},
      ${traceparentHere()})
    on conflict (name, dedupe_key) where dedupe_key is not null and state = 'waiting' do nothing`)
  wakeAfterCommit(ctx.db)
}

/**
 * The insert of an event for each row of the part `from` of a statement, which computes the payload from it. The caller calls
 * `wakeAfterCommit()`.
 */
export function eventInsertion(
  { clock }: Pick<Ctx, 'clock'>,
  { kind, name, awaited = false }: { kind: 'event' | 'job'; name: string; awaited?: boolean },
  payload: Sql,
  from: string,
): Sql {
  const now = clock.now()
  return sql`
    insert into jobs (kind, name, payload, run_at, awaited, created_at, traceparent)
    select ${kind}, ${name}, ${payload}, ${now}::timestamptz, ${awaited}::boolean, ${now}::timestamptz, ${traceparentHere()}::text
    from ${identifier(from)}`
}

export function wakeAfterCommit(db: Pick<Db, 'afterCommit'>): void {
  db.afterCommit(() => wakeSignal.dispatchEvent(new Event('wake')))
}
