import type { z } from 'zod'
import { type Ctx, inTx } from '../http/ctx.ts'
import { safeErrorLine } from '../log/error-text.ts'
import {
  beginBackfill,
  finishBackfill,
  noteBatch,
  noteFailure,
  notBegun,
  restartBackfill,
  runningBackfills,
  setBackfillState,
  takeBackfill,
} from './backfill-rows.ts'
import { backfillJob } from './events.ts'
import { enqueue, wakeSignal } from './outbox.ts'
import { type Periodic, periodic } from './periodic.ts'
import { type JobHandler, onJob } from './worker.ts'

export interface Batch<Position> {
  /** Where the next batch begins, usually the last id; undefined: no row is left. */
  next: Position | undefined
  /** Rows that this batch has dealt with. */
  rows: number
}

export interface Backfill {
  name: string
  /** A Chinese phrase for the operator: what is being filled. */
  label: string
  count: (ctx: Ctx) => Promise<number>
  /** `from` as it was stored. */
  batch: (ctx: Ctx, from: unknown) => Promise<Batch<unknown>>
  pauseMs: number
}

export interface BackfillOptions<Schema extends z.ZodType> {
  name: string
  label: string
  position: Schema
  /** Counted once at the start, to show how far it is; an estimate is enough. */
  count: (ctx: Ctx) => Promise<number>
  /** One batch in one transaction, about a second of work at most; it begins anew when the worker is killed. */
  batch: (ctx: Ctx, from: z.output<Schema> | undefined) => Promise<Batch<z.output<Schema>>>
  /** Between two batches, so that requests have the database to themselves most of the time. */
  pauseMs?: number
}

/**
 * Declares work on the rows of a whole table, which a migration must not do because it would lock them all. A worker runs it batch by batch,
 * one worker at a time; the position is written in the transaction of the batch, so that no batch is done twice or lost (decision 0091).
 */
export function defineBackfill<Schema extends z.ZodType>({
  position,
  batch,
  pauseMs = 200,
  ...rest
}: BackfillOptions<Schema>): Backfill {
  return {
    ...rest,
    pauseMs,
    batch: (ctx, from) => batch(ctx, from === null ? undefined : position.parse(from)),
  }
}

/** The handler of all batches. */
export function backfillHandler(list: readonly Backfill[]): JobHandler {
  return onJob(backfillJob, (ctx, { name }) => runBatch(ctx, list, name))
}

/** Begins what has not begun, and queues a batch of what should be at work but lost its job, for example as a dead one. */
export function backfillUpkeep(list: readonly Backfill[]): Periodic {
  return periodic('backfill.keep-going', 1 / 30, (ctx) => keepGoing(ctx, list))
}

async function keepGoing(ctx: Ctx, list: readonly Backfill[]): Promise<void> {
  const names = list.map(({ name }) => name)
  for (const name of await notBegun(ctx.db, names)) {
    const backfill = list.find((each) => each.name === name)
    if (backfill) await beginBackfill(ctx.db, name, await backfill.count(ctx), ctx.clock.now())
  }
  for (const name of await runningBackfills(ctx.db, names)) await queueBatch(ctx, name, ctx.clock.now())
}

async function queueBatch(ctx: Ctx, name: string, at: Date): Promise<void> {
  await enqueue(ctx, backfillJob, { name }, { at, key: name })
}

/** A second job of the same backfill finds the row locked and ends; the one that works has queued the next batch. */
async function runBatch(ctx: Ctx, list: readonly Backfill[], name: string): Promise<void> {
  const backfill = list.find((each) => each.name === name)
  if (!backfill) return
  try {
    await inTx(ctx, async (ctx) => {
      const taken = await takeBackfill(ctx.db, name)
      if (!taken) return
      const { next, rows } = await backfill.batch(ctx, taken.position)
      const now = ctx.clock.now()
      if (next === undefined) return finishBackfill(ctx.db, name, rows, now)
      await noteBatch(ctx.db, name, next, rows, now)
      await queueBatch(ctx, name, new Date(now.getTime() + backfill.pauseMs))
      // Otherwise the next batch would wait for the next look of the worker, about a second.
      ctx.db.afterCommit(() => void setTimeout(wake, backfill.pauseMs + 1).unref())
    })
  } catch (error) {
    await noteFailure(ctx.db, name, safeErrorLine(error).slice(0, 500))
    throw error
  }
}

function wake(): void {
  wakeSignal.dispatchEvent(new Event('wake'))
}

/** Stops after the batch that runs; false when it is not running. */
export function pauseBackfill(ctx: Ctx, name: string): Promise<boolean> {
  return setBackfillState(ctx.db, name, 'running', 'paused')
}

/** False when it is not paused. */
export async function resumeBackfill(ctx: Ctx, name: string): Promise<boolean> {
  const resumed = await setBackfillState(ctx.db, name, 'paused', 'running')
  if (resumed) await queueBatch(ctx, name, ctx.clock.now())
  return resumed
}

/** Runs a finished one once more; false when it is not finished. */
export async function repeatBackfill(ctx: Ctx, { name, count }: Pick<Backfill, 'name' | 'count'>): Promise<boolean> {
  const restarted = await restartBackfill(ctx.db, name, await count(ctx), ctx.clock.now())
  if (restarted) await queueBatch(ctx, name, ctx.clock.now())
  return restarted
}
