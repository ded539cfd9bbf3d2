import { json, sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'

/** Wakes the workers of this process after a commit; other processes find the job at their next look. */
export const wakeSignal = new EventTarget()

export interface EnqueueOptions {
  at?: Date
  /** Two jobs of one kind and key are one while the first is still waiting. */
  key?: string
}

/** Writes an event to the outbox, in the caller's transaction. Each subscriber gets it at least once. */
export async function emit(ctx: Ctx, event: string, payload: Record<string, unknown>): Promise<void> {
  await insertJob(ctx, 'event', event, payload, {})
}

/** Timed or background work of one handler, in the caller's transaction. */
export async function enqueue(
  ctx: Ctx,
  job: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  await insertJob(ctx, 'job', job, payload, options)
}

async function insertJob(
  ctx: Ctx,
  kind: 'event' | 'job',
  name: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.run(sql`
    insert into jobs (kind, name, payload, run_at, dedupe_key, created_at)
    values (${kind}, ${name}, ${json(payload)}::jsonb, ${options.at ?? now}, ${options.key ?? null}, ${now})
    on conflict (name, dedupe_key) where dedupe_key is not null and state = 'waiting' do nothing`)
  ctx.db.afterCommit(() => wakeSignal.dispatchEvent(new Event('wake')))
}
