import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { endStep } from './end-actions.ts'
import { actingCtx, kindNamed, rowFailure, valuesOf } from './kind-actions.ts'
import type { AnyKind, RowRefused, Written } from './kind-actions.ts'
import {
  beginRows,
  type ImportRow,
  keepRows,
  lastRows,
  markRows,
  nextRows,
  type RowOutcome,
  takeRowsBack,
} from './row-store.ts'
import { committedColumn, lockRun, noteDone, reasonOfEnd, type RunRow, runById, undoneColumn } from './store.ts'

/** A part holds the lock of its run, so that a person who stops it waits for one part. */
const ROWS_AT_ONCE = 500
/** A part of rows that are written one at a time. */
const ALONE_ROWS_AT_ONCE = 100

const partOf = ({ alone }: AnyKind) => (alone ? ALONE_ROWS_AT_ONCE : ROWS_AT_ONCE)

/**
 * Writes the checked rows part by part: a row is marked in the transaction that writes it, so that a run which a crash interrupted goes on
 * with the next row, and two workers never write one row twice. A row that is refused leaves nothing behind and keeps its reason.
 */
export function commitImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  return inParts(ctx, kinds, id, 'committing', async (acting, kind, run) => {
    const rows = await nextRows(acting.db, id, ['new', 'changed'], partOf(kind))
    if (rows.length === 0) {
      await endStep(acting, run, 'finish', [committedColumn(acting.clock.now())])
      return false
    }
    const known: unknown = await kind.prepare?.(acting)
    const outcomes: RowOutcome[] = []
    const plain: { rowNo: number; values: unknown }[] = []
    for (const { rowNo, cells } of rows) {
      const read = valuesOf(kind, cells)
      if ('faults' in read) outcomes.push({ rowNo, state: 'refused', faults: read.faults })
      else plain.push({ rowNo, values: read.values })
    }
    const write = (some: typeof plain): Promise<(Written | RowRefused)[]> => {
      const values = some.map((row) => row.values)
      return kind.write(acting, values, known)
    }
    for (const { row, result } of await inGroups(acting, kind, plain, write))
      outcomes.push('refused' in result ? failed(row, 'refused', result) : { ...result, ...row, state: 'written' })
    await markRows(acting.db, run.id, outcomes)
    const written = outcomes.filter(({ state }) => state === 'written').length
    await noteDone(acting.db, id, { done: rows.length, written, refused: rows.length - written })
    return true
  })
}

/** Takes the written rows back, the last one first. A row on which something rests since then is kept, with the reason. */
export function undoImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  return inParts(ctx, kinds, id, 'undoing', async (acting, kind, run) => {
    const rows = await lastRows(acting.db, id, 'written', partOf(kind))
    if (rows.length === 0) {
      await endStep(acting, run, 'finishUndo', [undoneColumn(acting.clock.now())])
      return false
    }
    const takeBack = async (some: readonly ImportRow[]): Promise<(RowRefused | undefined)[]> => {
      const made = some.map((row) => row.made)
      return (await kind.undo?.(acting, made)) ?? some.map(() => undefined)
    }
    const outcomes = (await inGroups(acting, kind, rows, takeBack)).map(({ row, result }) =>
      result ? failed(row, 'kept', result) : { rowNo: row.rowNo, state: 'undone' as const },
    )
    await markRows(acting.db, run.id, outcomes)
    const undone = outcomes.filter(({ state }) => state === 'undone').length
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

const failed = ({ rowNo }: { rowNo: number }, state: 'refused' | 'kept', { refused }: RowRefused): RowOutcome => ({
  rowNo,
  state,
  faults: [{ column: '', reason: refused }],
})

interface Ended<Row, Result> {
  row: Row
  result: Result | RowRefused
}

async function inGroups<Row, Result>(
  ctx: Ctx<Staff>,
  kind: AnyKind,
  rows: readonly Row[],
  work: (rows: Row[]) => Promise<Result[]>,
): Promise<Ended<Row, Result>[]> {
  const groups = kind.alone ? rows.map((row) => [row]) : [[...rows]]
  const ended: Ended<Row, Result>[] = []
  for (const group of groups) ended.push(...(await inHalves(ctx, kind, group, work)))
  return ended
}

/**
 * The rows behind one savepoint. When they fail together, the halves are tried, until the row that is at fault stands alone: what it has written
 * before it was refused is taken back, and the rows beside it stay.
 */
async function inHalves<Row, Result>(
  ctx: Ctx<Staff>,
  kind: AnyKind,
  rows: Row[],
  work: (rows: Row[]) => Promise<Result[]>,
): Promise<Ended<Row, Result>[]> {
  if (rows.length === 0) return []
  await beginRows(ctx.db)
  try {
    const results = await work(rows)
    if (results.length !== rows.length) throw new Error(`the kind ${kind.name} did not answer for every row`)
    await keepRows(ctx.db)
    return rows.map((row, place) => ({ row, result: results[place] as Result }))
  } catch (error) {
    const reason = rowFailure(error)
    await takeRowsBack(ctx.db)
    if (rows.length === 1) return rows.map((row) => ({ row, result: { refused: reason } }))
    const half = Math.ceil(rows.length / 2)
    const first = await inHalves(ctx, kind, rows.slice(0, half), work)
    return [...first, ...(await inHalves(ctx, kind, rows.slice(half), work))]
  }
}
