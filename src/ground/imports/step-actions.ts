import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { endStep } from './end-actions.ts'
import { actingCtx, kindNamed, rowFailure, valuesOf } from './kind-actions.ts'
import type { AnyKind } from './kind-actions.ts'
import {
  beginRow,
  type ImportRow,
  keepRow,
  lastRows,
  markRows,
  nextRows,
  type RowOutcome,
  takeRowBack,
} from './row-store.ts'
import { committedColumn, lockRun, noteDone, reasonOfEnd, type RunRow, runById, undoneColumn } from './store.ts'

const ROWS_AT_ONCE = 100

/**
 * Writes the checked rows part by part: a row is marked in the transaction that writes it, so that a run which a crash interrupted goes on
 * with the next row, and two workers never write one row twice. A row that is refused leaves nothing behind and keeps its reason.
 */
export function commitImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  return inParts(ctx, kinds, id, 'committing', async (acting, kind, run) => {
    const rows = await nextRows(acting.db, id, ['new', 'changed'], ROWS_AT_ONCE)
    if (rows.length === 0) {
      await endStep(acting, run, 'finish', [committedColumn(acting.clock.now())])
      return false
    }
    const known: unknown = await kind.prepare?.(acting)
    const outcomes = await eachAlone(acting, rows, async (inner, row) => {
      const read = valuesOf(kind, row.cells)
      if ('faults' in read) return { state: 'refused', faults: read.faults }
      const { made, customerId } = await kind.write(inner, read.values, known)
      return { state: 'written', made, customerId }
    })
    const failed = outcomes.map((outcome) =>
      outcome.state === 'failed' ? { ...outcome, state: 'refused' as const } : outcome,
    ) as RowOutcome[]
    await markRows(acting.db, run.id, failed)
    const written = failed.filter(({ state }) => state === 'written').length
    await noteDone(acting.db, id, { done: rows.length, written, refused: rows.length - written })
    return true
  })
}

/** Takes the written rows back, the last one first. A row on which something rests since then is kept, with the reason. */
export function undoImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  return inParts(ctx, kinds, id, 'undoing', async (acting, kind, run) => {
    const rows = await lastRows(acting.db, id, 'written', ROWS_AT_ONCE)
    if (rows.length === 0) {
      await endStep(acting, run, 'finishUndo', [undoneColumn(acting.clock.now())])
      return false
    }
    const outcomes = await eachAlone(acting, rows, async (inner, row) => {
      await kind.undo?.(inner, row.made)
      return { state: 'undone' }
    })
    const ended = outcomes.map((outcome) =>
      outcome.state === 'failed' ? { ...outcome, state: 'kept' as const } : outcome,
    ) as RowOutcome[]
    await markRows(acting.db, run.id, ended)
    const undone = ended.filter(({ state }) => state === 'undone').length
    await noteDone(acting.db, id, { done: rows.length, undone, kept: rows.length - undone })
    return true
  })
}

type Part = (ctx: Ctx<Staff>, kind: AnyKind, run: RunRow) => Promise<boolean>

/** Runs `part` in transactions of its own until it answers false, somebody stops the run, or its person may no longer do it. */
async function inParts(
  ctx: Ctx,
  kinds: readonly AnyKind[],
  id: number,
  stage: 'committing' | 'undoing',
  part: Part,
): Promise<void> {
  const found = await runById(ctx.db, id)
  if (!found) return
  const kind = kindNamed(kinds, found.kind)
  const once = () =>
    inTx(ctx, async (inner) => {
      const run = await lockRun(inner.db, id)
      if (run?.stage !== stage) return false
      const acting = await actingCtx(inner, run, kind)
      if (acting) return part(acting, kind, run)
      await endStep(inner, run, 'stop', [reasonOfEnd('操作人已没有权限，已停止')])
      return false
    })
  while (await once());
}

type Outcome = Omit<RowOutcome, 'rowNo' | 'state'> & { state: RowOutcome['state'] | 'failed' }

/** Each row behind a savepoint: what a refused row has written before it was refused is taken back, and the rows beside it stay. */
async function eachAlone(
  ctx: Ctx<Staff>,
  rows: readonly ImportRow[],
  work: (ctx: Ctx<Staff>, row: ImportRow) => Promise<Outcome>,
): Promise<(Outcome & { rowNo: number })[]> {
  const outcomes: (Outcome & { rowNo: number })[] = []
  for (const row of rows) {
    await beginRow(ctx.db)
    try {
      outcomes.push({ ...(await work(ctx, row)), rowNo: row.rowNo })
      await keepRow(ctx.db)
    } catch (error) {
      const reason = rowFailure(error)
      await takeRowBack(ctx.db)
      outcomes.push({ rowNo: row.rowNo, state: 'failed', faults: [{ column: '', reason }] })
    }
  }
  return outcomes
}
