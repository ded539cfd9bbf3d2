import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { decodedText } from '../../platform/contract/decoded-text.ts'
import { OpenQuote, sheetRows } from '../../platform/contract/sheet-rows.ts'
import { detachFiles, filesOf } from '../files/actions.ts'
import { endStep } from './end-actions.ts'
import { actingCtx, kindNamed, valuesOf } from './kind-actions.ts'
import type { AnyKind } from './kind-actions.ts'
import { dropRows } from './row-actions.ts'
import {
  type ImportRow,
  insertRows,
  markRepeated,
  markRows,
  type NewRow,
  nextRows,
  repeatedKeys,
  type RowOutcome,
} from './row-store.ts'
import { importLimits, type ReadRow, readHeads, readRow, type RowFault } from './rules.ts'
import { checkedColumns, lockRun, noteDone, noteRead, noteTotal, reasonOfEnd, runById, type RunRow } from './store.ts'

const ROWS_AT_ONCE = 500

/**
 * Reads the file into rows and checks them part by part, so that a cancelled run ends soon and one that a crash interrupted goes on where it
 * was. Nothing but rows of the run is written.
 */
export async function checkImport(ctx: Ctx, kinds: readonly AnyKind[], id: number): Promise<void> {
  const run = await runById(ctx.db, id)
  if (!run || run.stage !== 'checking') return
  const kind = kindNamed(kinds, run.kind)
  if (run.total === null) {
    const failure = await readFile(ctx, kind, run)
    if (failure !== undefined) return failRun(ctx, run, failure)
  }
  while (await checkPart(ctx, kind, id));
}

/** A sentence when the file cannot be read; otherwise its rows are stored. */
async function readFile(ctx: Ctx, kind: AnyKind, run: RunRow): Promise<string | undefined> {
  const file = (await filesOf(ctx, [run.fileId ?? 0])).get(run.fileId ?? 0)
  if (!file) return '找不到上传的文件，请重新上传'
  const rows = sheetRows(decodedText(await buffer(await ctx.files.open(file.storageKey))), {
    strict: true,
    mostCells: importLimits.columns,
    mostLetters: importLimits.letters,
  })
  const { value: first } = rows.next() as IteratorResult<string[], undefined>
  const heads = readHeads(first ?? [], kind.columns)
  if (typeof heads === 'string') return heads
  let total = 0
  let rowNo = 1
  let part: NewRow[] = []
  const keep = async () => {
    const stored = await storePart(ctx, run.id, part, total)
    part = []
    return stored
  }
  try {
    for (const cells of rows) {
      rowNo += 1
      if (rowNo > importLimits.lines) return `超过 ${importLimits.lines} 行，请删除空行后重新上传`
      // Empty rows are read without waiting for the database, and others must have their turn.
      if (rowNo % 20_000 === 0) await nextTurn()
      const read = readRow(cells, heads, kind.columns)
      if (!read) continue
      total += 1
      if (total > importLimits.rows) return `超过 ${importLimits.rows} 行，请分成几个文件`
      part.push({ rowNo, cells: read.cells, faults: allFaults(kind, read) })
      if (part.length === ROWS_AT_ONCE && !(await keep())) return undefined
    }
  } catch (error) {
    if (error instanceof OpenQuote) return `第 ${error.row} 行有没有结束的引号，请检查文件`
    throw error
  }
  if (total === 0) return '文件里没有要导入的行'
  await keep()
  await inTx(ctx, async (inner) => {
    await noteTotal(inner.db, run.id, total, heads.ignored.slice(0, 20).join('、'))
    // Its bytes are personal data that nothing needs any more; the sweeper removes them.
    await detachFiles(inner, [file.id])
  })
  return undefined
}

/** A row with a faulty cell is looked at whole, so that all its faults are told at once. */
function allFaults(kind: AnyKind, { cells, faults }: ReadRow): RowFault[] {
  if (faults.length === 0) return faults
  const told = faults.map(({ column }) => column)
  const read = valuesOf(kind, cells)
  return 'faults' in read ? [...faults, ...read.faults.filter(({ column }) => !told.includes(column))] : faults
}

/** False when the run was cancelled meanwhile. */
function storePart(ctx: Ctx, id: number, part: readonly NewRow[], read: number): Promise<boolean> {
  return inTx(ctx, async (inner) => {
    const run = await lockRun(inner.db, id)
    if (run?.stage !== 'checking') return false
    if (part.length > 0) await insertRows(inner.db, id, part)
    await noteRead(inner.db, id, read)
    return true
  })
}

/** False when nothing is left to do. */
function checkPart(ctx: Ctx, kind: AnyKind, id: number): Promise<boolean> {
  return inTx(ctx, async (inner) => {
    const run = await lockRun(inner.db, id)
    if (run?.stage !== 'checking' || run.total === null) return false
    const acting = await actingCtx(inner, run, kind)
    if (!acting) {
      await endStep(inner, run, 'fail', [reasonOfEnd('没有权限导入这种数据')])
      return false
    }
    const rows = await nextRows(inner.db, id, ['waiting'], ROWS_AT_ONCE)
    if (rows.length > 0) {
      await markRows(inner.db, id, await checkRows(acting, kind, rows))
      await noteDone(inner.db, id, { done: rows.length })
      return true
    }
    await refuseRepeated(inner, kind, id)
    await endStep(inner, run, 'checked', checkedColumns(ctx.clock.now()))
    return false
  })
}

/** Nobody knows which of several rows with one key is right, so all of them are faulty. */
async function refuseRepeated(ctx: Ctx, kind: AnyKind, id: number): Promise<void> {
  const repeated = (await repeatedKeys(ctx.db, id)).map(({ rowKey, places, count }) => {
    const more = count > places.length ? `等 ${count} 行` : ''
    return { rowKey, reason: `${kind.keyLabel}在文件中重复：第 ${places.join('、')} 行${more}` }
  })
  for (let at = 0; at < repeated.length; at += ROWS_AT_ONCE)
    await markRepeated(ctx.db, id, repeated.slice(at, at + ROWS_AT_ONCE))
}

async function checkRows(
  ctx: NonNullable<Awaited<ReturnType<typeof actingCtx>>>,
  kind: AnyKind,
  rows: readonly ImportRow[],
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  const plain: { rowNo: number; values: unknown }[] = []
  for (const { rowNo, cells } of rows) {
    const read = valuesOf(kind, cells)
    if ('faults' in read) outcomes.push({ rowNo, state: 'faulty', faults: read.faults })
    else plain.push({ rowNo, values: read.values })
  }
  const checked =
    plain.length === 0
      ? []
      : await kind.check(
          ctx,
          plain.map(({ values }) => values),
        )
  plain.forEach(({ rowNo, values }, place) => {
    const found = checked[place]
    if (!found) throw new Error(`the kind ${kind.name} did not check every row`)
    const rowKey = kind.keyOf(values)
    const { customerId } = found
    if (found.outcome === 'faulty') outcomes.push({ rowNo, state: 'faulty', faults: found.faults, rowKey, customerId })
    else outcomes.push({ rowNo, state: found.outcome, note: found.note ?? '', rowKey, customerId })
  })
  return outcomes
}

async function failRun(ctx: Ctx, run: RunRow, failure: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    if ((await lockRun(inner.db, run.id))?.stage === 'checking')
      await endStep(inner, run, 'fail', [reasonOfEnd(failure)])
  })
  if (run.fileId !== null) await detachFiles(ctx, [run.fileId])
  await dropRows(ctx, run.id)
}
