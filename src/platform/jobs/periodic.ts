import { sql } from '../db/sql.ts'
import { type Ctx, inTx, type Services, systemCtx } from '../http/ctx.ts'
import { insertJob } from './outbox.ts'
import { nextDue, type Schedule } from './schedule.ts'

/** Work that comes round by itself. It runs as a job of its name, so it is retried, and a dead letter when it keeps failing. */
export interface Periodic {
  name: string
  schedule: Schedule
  run: (ctx: Ctx) => Promise<void>
}

/** `periodic('ledger.audit-books', daily('03:00'), auditBooks)`; a number is a period in hours. */
export function periodic(name: string, schedule: Schedule | number, run: Periodic['run']): Periodic {
  return { name, schedule: typeof schedule === 'number' ? { everyHours: schedule } : schedule, run }
}

/**
 * Queues what is due. Any number of processes may look at any time: the row of a name is moved on by one of them. A name that is new
 * is due at its first time; what was due more than once while nobody looked runs once.
 */
export async function queueDue(services: Services, list: readonly Periodic[]): Promise<void> {
  const now = services.clock.now()
  const ahead = await services.db.rows<{ name: string }>(sql`select name from periodic_work where due_at > ${now}`)
  const resting = new Set(ahead.map(({ name }) => name))
  for (const { name, schedule } of list) {
    if (resting.has(name)) continue
    await inTx(systemCtx(services), async (ctx) => {
      const next = nextDue(schedule, now)
      const fresh = await ctx.db.run(
        sql`insert into periodic_work (name, due_at) values (${name}, ${next}) on conflict do nothing`,
      )
      if (fresh === 1) return
      const moved = await ctx.db.run(
        sql`update periodic_work set due_at = ${next}, last_queued_at = ${now} where name = ${name} and due_at <= ${now}`,
      )
      if (moved === 1) await insertJob(ctx, { kind: 'job', name }, {}, { key: 'periodic' })
    })
  }
}

const BATCH = 5000

/** Deletes a batch at a time, each in a statement of its own, so that a large backlog holds nobody up. */
export async function inBatches(deleteSome: (most: number) => Promise<number>): Promise<number> {
  let count = 0
  for (;;) {
    const deleted = await deleteSome(BATCH)
    count += deleted
    if (deleted < BATCH) return count
  }
}
