import { json, sql } from '../db/sql.ts'
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
  ctx.db.afterCommit(() => wakeSignal.dispatchEvent(new Event('wake')))
}
