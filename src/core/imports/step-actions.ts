import type { Db } from '../../platform/db/db.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { endStep, finishedStep, statesLeft } from './end-actions.ts'
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
import { lockRun, noteDone, reasonOfEnd, type RunRow, runById, shareRun } from './store.ts'

/** A part holds the lock of its run, so that a person who stops it waits for one part. */
const ROWS_AT_ONCE = 500
/** A part of rows that are written one at a time. */
const ALONE_ROWS_AT_ONCE = 100

const partOf = ({ alone }: AnyKind) => (alone ? ALONE_ROWS_AT_ONCE : ROWS_AT_ONCE)

/** How many parts of rows that do not rest on each other are taken back at once, each on a connection. */
const LANES = 2

/**
 * Writes the checked rows part by part: a row is marked in the transaction that writes it, so that a run which a crash interrupted goes on
 * with the next row, and two workers never write one row twice. A row that is refused leaves nothing behind and keeps its reason.
 */
export function commitImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  return inParts(ctx, kinds, id, {
    stage: 'committing',
    lanes: () => 1,
    next: (db, kind) => nextRows(db, id, statesLeft.committing, partOf(kind)),
    part: writePart,
  })
}

/** Takes the written rows back, the last one first. A row on which something rests since then is kept, with the reason. */
export function undoImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  return inParts(ctx, kinds, id, {
    stage: 'undoing',
    lanes: ({ independent }) => (independent ? LANES : 1),
    next: (db, kind) => lastRows(db, id, 'written', partOf(kind)),
    part: takeBackPart,
  })
}

async function writePart(acting: Ctx<Staff>, kind: AnyKind, run: RunRow, rows: readonly ImportRow[]): Promise<void> {
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
  for (const { row, result } of await inGroups(acting, kind, plain, {
    work: write,
    conflict: '与已有数据冲突，没有写入',
  }))
    outcomes.push(
      'refused' in result ? failed(row, 'refused', result) : { ...result, rowNo: row.rowNo, state: 'written' },
    )
  await markRows(acting.db, run.id, outcomes)
  const written = outcomes.filter(({ state }) => state === 'written').length
  await noteDone(acting.db, run.id, { done: rows.length, written, refused: rows.length - written })
}

async function takeBackPart(acting: Ctx<Staff>, kind: AnyKind, run: RunRow, rows: readonly ImportRow[]): Promise<void> {
  const takeBack = async (some: readonly ImportRow[]): Promise<(RowRefused | undefined)[]> => {
    const made = some.map((row) => row.made)
    return (await kind.undo?.(acting, made)) ?? some.map(() => undefined)
  }
  const outcomes = (await inGroups(acting, kind, rows, { work: takeBack, conflict: '已有其他数据引用，不能撤销' })).map(
    ({ row, result }) => (result ? failed(row, 'kept', result) : { rowNo: row.rowNo, state: 'undone' as const }),
  )
  await markRows(acting.db, run.id, outcomes)
  const undone = outcomes.filter(({ state }) => state === 'undone').length
  await noteDone(acting.db, run.id, { done: rows.length, undone, kept: rows.length - undone })
}

interface Step {
  stage: 'committing' | 'undoing'
  lanes: (kind: AnyKind) => number
  next: (db: Db, kind: AnyKind) => Promise<ImportRow[]>
  part: (ctx: Ctx<Staff>, kind: AnyKind, run: RunRow, rows: readonly ImportRow[]) => Promise<void>
}

/** Runs the parts in transactions of their own until no row is left, somebody stops the run, or its person may no longer do it. */
async function inParts(ctx: Ctx, kinds: readonly AnyKind[], id: number, step: Step): Promise<void> {
  const found = await runById(ctx.db, id)
  if (!found) return
  const kind = kindNamed(kinds, found.kind)
  const lanes = step.lanes(kind)
  const hold = lanes === 1 ? lockRun : shareRun
  const part = (inner: Ctx) => onePart(inner, kind, id, step, hold)
  for (;;) {
    // All parts have ended before one is reported as failed, and before the next begin: a person who stops the run has a turn between them.
    const parts = await Promise.allSettled(Array.from({ length: lanes }, () => inTx(ctx, part)))
    const broken = parts.find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
    const worked = parts.some((each) => each.status === 'fulfilled' && each.value)
    if (!worked && (await inTx(ctx, (inner) => ended(inner, kind, id, step)))) return
  }
}

/** False when nothing was to do. */
async function onePart(ctx: Ctx, kind: AnyKind, id: number, step: Step, hold: typeof lockRun): Promise<boolean> {
  const run = await hold(ctx.db, id)
  const acting = run?.stage === step.stage && (await actingCtx(ctx, run, kind))
  const rows = acting ? await step.next(ctx.db, kind) : []
  if (!run || !acting || rows.length === 0) return false
  await step.part(acting, kind, run, rows)
  return true
}

/** Ends the step when it has no rows left, also for other workers; false: some are left. */
async function ended(ctx: Ctx, kind: AnyKind, id: number, step: Step): Promise<boolean> {
  const run = await lockRun(ctx.db, id)
  if (run?.stage !== step.stage) return true
  const acting = await actingCtx(ctx, run, kind)
  if (acting) return finishedStep(ctx, run)
  await endStep(ctx, run, 'stop', [reasonOfEnd('操作人已没有权限，已停止')])
  return true
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

interface Work<Row, Result> {
  work: (rows: Row[]) => Promise<Result[]>
  /** The reason of a row that the database refuses. */
  conflict: string
}

async function inGroups<Row, Result>(
  ctx: Ctx<Staff>,
  kind: AnyKind,
  rows: readonly Row[],
  how: Work<Row, Result>,
): Promise<Ended<Row, Result>[]> {
  const groups = kind.alone ? rows.map((row) => [row]) : [[...rows]]
  const ended: Ended<Row, Result>[] = []
  for (const group of groups) ended.push(...(await inHalves(ctx, kind, group, how)))
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
  how: Work<Row, Result>,
): Promise<Ended<Row, Result>[]> {
  if (rows.length === 0) return []
  await beginRows(ctx.db)
  try {
    const results = await how.work(rows)
    if (results.length !== rows.length) throw new Error(`the kind ${kind.name} did not answer for every row`)
    await keepRows(ctx.db)
    return rows.map((row, place) => ({ row, result: results[place] as Result }))
  } catch (error) {
    const reason = rowFailure(error, how.conflict)
    await takeRowsBack(ctx.db)
    if (rows.length === 1) return rows.map((row) => ({ row, result: { refused: reason } }))
    const half = Math.ceil(rows.length / 2)
    const first = await inHalves(ctx, kind, rows.slice(0, half), how)
    return [...first, ...(await inHalves(ctx, kind, rows.slice(half), how))]
  }
}
