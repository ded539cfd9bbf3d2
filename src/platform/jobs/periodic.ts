import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { type Ctx, inTx, type Services, systemCtx } from '../http/ctx.ts'
import { insertJob } from './outbox.ts'
import { nextDue, type Schedule } from './schedule.ts'

/** Periodic work. It runs as a job of this name, so it is retried, and becomes a dead letter when it keeps failing. */
export interface Periodic {
  name: string
  schedule: Schedule
  run: (ctx: Ctx) => Promise<void>
  /** A new installation does it at once, instead of at its first time. */
  atOnce: boolean
}

/** `periodic('books.check', daily('03:00'), checkBooks)`; a number is a period in hours. */
export function periodic(
  name: string,
  schedule: Schedule | number,
  run: Periodic['run'],
  { atOnce = false } = {},
): Periodic {
  return { name, schedule: typeof schedule === 'number' ? { everyHours: schedule } : schedule, run, atOnce }
}

/**
 * Queues periodic work that is due. Several processes may call it at the same time: only one of them moves the row of a name forward. A new name
 * is due at its first time, or at once if it asks for that. Work that was due several times while no process ran is queued once.
 */
export async function queueDue(services: Services, list: readonly Periodic[]): Promise<void> {
  const now = services.clock.now()
  const ahead = await services.db.rows<{ name: string }>(sql`select name from periodic_work where due_at > ${now}`)
  const resting = new Set(ahead.map(({ name }) => name))
  for (const { name, schedule, atOnce } of list) {
    if (resting.has(name)) continue
    await inTx(systemCtx(services), async (ctx) => {
      const next = nextDue(schedule, now)
      const fresh = await ctx.db.run(
        sql`insert into periodic_work (name, due_at, last_queued_at) values (${name}, ${next}, ${atOnce ? now : null}) on conflict do nothing`,
      )
      if (fresh === 1 && !atOnce) return
      const moved = await ctx.db.run(
        sql`update periodic_work set due_at = ${next}, last_queued_at = ${now} where name = ${name} and due_at <= ${now}`,
      )
      if (fresh === 1 || moved === 1) await insertJob(ctx, { kind: 'job', name }, {}, { key: 'periodic' })
    })
  }
}

/** Some work is due every few minutes, so nothing was queued for as long as this only when no worker runs. */
const STOPPED_MINUTES = 30

/** Since when no worker runs; undefined while one does, and before the first one. Without a worker nothing becomes due, so the queue does not tell. */
export async function workersStoppedSince(db: Db, now: Date): Promise<Date | undefined> {
  const { last } = await db.one<{ last: Date | null }>(sql`select max(last_queued_at) as last from periodic_work`)
  return last !== null && now.getTime() - last.getTime() >= STOPPED_MINUTES * 60_000 ? last : undefined
}

const BATCH = 5000

/** Deletes in batches, one statement each, so that a large backlog does not block others. */
export async function inBatches(deleteSome: (most: number) => Promise<number>): Promise<number> {
  let count = 0
  for (;;) {
    const deleted = await deleteSome(BATCH)
    count += deleted
    if (deleted < BATCH) return count
  }
}
