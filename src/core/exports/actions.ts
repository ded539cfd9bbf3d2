import type { InputOf } from '../../platform/contract/call.ts'
import { type IndexAddress, queryOfAddress, wholeList } from '../../platform/contract/index-address.ts'
import type { CellValue } from '../../platform/contract/index-list.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { xlsxInThread } from '../../platform/sheet/sheet-thread.ts'
import { addHours, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { detachFiles, filesOf, keepGenerated } from '../files/actions.ts'
import { allowed, type AnyListed, listKeys } from '../lists/listed-actions.ts'
import { staffMember } from '../staff/actions.ts'
import { mayAct } from '../staff/rules.ts'
import type { exportStart } from './contract.ts'
import { exportErrors } from './errors.ts'
import { dropListExportJob, makeListExportJob } from './events.ts'
import { EXPORT_HOURS, exportCell, exportFields, MOST_AT_ONCE, MOST_EXPORTS, MOST_ROWS, watermark } from './rules.ts'
import {
  deleteExport,
  exportById,
  type ExportRow,
  exportsOf,
  finishExport,
  insertExport,
  noteFileGone,
  noteProgress,
} from './store.ts'

const ROWS_AT_ONCE = 500
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** [T-59] Every export is a job with an audit row; the file names who took the data out. */
export async function startExport(
  ctx: Ctx<Staff>,
  lists: readonly AnyListed[],
  { index: name, address, rowIds }: InputOf<typeof exportStart>,
): Promise<{ id: number }> {
  const index = allowed(ctx, listNamed(lists, name).index)
  const kept = wholeList(index, queryOfAddress(index, new URLSearchParams(address)))
  const now = ctx.clock.now()
  const recent = await exportsOf(ctx.db, ctx.actor.id, now)
  if (recent.length >= MOST_EXPORTS) throw refuse(exportErrors.tooManyToday)
  if (recent.filter((row) => row.finishedAt === null).length >= MOST_AT_ONCE) throw refuse(exportErrors.tooManyAtOnce)
  return inTx(ctx, async (inner) => {
    const expiresAt = addHours(now, EXPORT_HOURS)
    const chosen = rowIds ? [...new Set(rowIds)] : null
    const row = { staffId: ctx.actor.id, indexName: name, address: kept, chosen, expiresAt }
    const { id } = await insertExport(inner.db, row, now)
    const after = { list: name, address: kept, ...(chosen ? { rows: chosen.length } : {}) }
    await recordAudit(inner, { action: 'export.start', subject: `export:${id}`, after })
    await enqueue(inner, makeListExportJob, { id })
    await enqueue(inner, dropListExportJob, { id }, { at: expiresAt })
    return { id }
  })
}

export async function ownExports(ctx: Ctx<Staff>, lists: readonly AnyListed[]) {
  const rows = await exportsOf(ctx.db, ctx.actor.id, ctx.clock.now())
  const files = await filesOf(
    ctx,
    rows.flatMap((row) => row.fileId ?? []),
  )
  const list = rows.map((row) => ({
    id: row.id,
    index: row.indexName,
    label: lists.find(({ index }) => index.name === row.indexName)?.index.label ?? '',
    total: row.total,
    rowsDone: row.rowsDone,
    fileId: row.fileId,
    fileName: files.get(row.fileId ?? 0)?.name ?? '',
    failure: row.failure ?? '',
    createdAt: shanghaiTime(row.createdAt),
    expiresAt: shanghaiTime(row.expiresAt),
  }))
  return { list }
}

/**
 * Reads the list as the person who asked would see it now: role and rights are checked again. Idempotent: a second run after a crash makes
 * another file, and only one run finishes the export.
 */
export async function makeExport(ctx: Ctx, lists: readonly AnyListed[], id: number): Promise<void> {
  const row = await exportById(ctx.db, id)
  if (!row || row.finishedAt) return
  const person = await staffMember(ctx, row.staffId)
  const list = lists.find(({ index }) => index.name === row.indexName)
  if (!person || !list || !mayAct(person, list.index.action))
    return void (await finishExport(
      ctx.db,
      id,
      { fileId: null, failure: '没有权限查看此列表', total: 0 },
      ctx.clock.now(),
    ))
  const actor: Staff = { kind: 'staff', id: row.staffId, ...person, sessionId: 0 }
  await writeExport({ ...ctx, actor }, list, row)
}

async function writeExport(ctx: Ctx<Staff>, list: AnyListed, { id, address, chosen }: ExportRow): Promise<void> {
  const index = allowed(ctx, list.index)
  const query = queryOfAddress(index, new URLSearchParams(address))
  const keys = await listKeys(ctx, list, query, MOST_ROWS + 1, chosen)
  const now = ctx.clock.now()
  if (keys.length > MOST_ROWS) {
    const failure = `超过 ${MOST_ROWS} 行，请缩小筛选范围后重新导出`
    await finishExport(ctx.db, id, { fileId: null, failure, total: keys.length }, now)
    return
  }
  const cells = await cellsOf(ctx, list, query, keys, (at) => noteProgress(ctx.db, id, at, keys.length))
  if (!cells) return
  const { actor } = ctx
  const about = {
    name: actor.name,
    account: actor.id,
    at: shanghaiTime(now),
    rows: cells.length - 1,
    id,
    chosen: chosen !== null,
  }
  const bytes = await xlsxInThread([
    { name: index.label, rows: cells },
    { name: '导出说明', rows: watermark(index, query, about) },
  ])
  await inTx(ctx, async (inner) => {
    const file = await keepGenerated(inner, {
      name: `${index.label}-${shanghaiDate(now)}-${id}.xlsx`,
      mime: XLSX,
      bytes,
      purpose: 'listExport',
      customerId: null,
      attachedTo: `list-export:${id}`,
      staff: { id: actor.id, action: index.action },
    })
    const total = cells.length - 1
    await noteProgress(inner.db, id, total, total)
    if (!(await finishExport(inner.db, id, { fileId: file.id, failure: null, total }, now)))
      return detachFiles(inner, [file.id])
    await recordAudit(inner, {
      action: 'export.made',
      subject: `export:${id}`,
      after: { list: index.name, rows: total },
    })
  })
}

/** The rows of these keys as cells, below their heads; undefined when `goOn` said before a part that nobody needs them any more. */
export async function cellsOf(
  ctx: Ctx<Staff>,
  list: AnyListed,
  query: IndexAddress,
  keys: readonly number[],
  goOn: (at: number) => Promise<boolean>,
): Promise<CellValue[][] | undefined> {
  const fields = exportFields(list.index, query)
  const cells: CellValue[][] = [fields.map(([, field]) => field.label)]
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
    if (!(await goOn(at))) return undefined
    const rows: unknown[] = await list.rows(ctx, keys.slice(at, at + ROWS_AT_ONCE))
    for (const row of rows) cells.push(fields.map(([, field]) => exportCell(field, row)))
  }
  return cells
}

/** An export of the person: a running one stops before its next rows, a finished one loses its file. */
export function cancelExport(ctx: Ctx<Staff>, id: number): Promise<void> {
  return inTx(ctx, async (inner) => {
    const row = await exportById(inner.db, id)
    if (row?.staffId !== ctx.actor.id) throw refuse(commonErrors.notFound)
    // The row stays, because it counts towards the limit of the day.
    const end = { fileId: null, failure: '已取消', total: row.total ?? 0 }
    if (!(await finishExport(inner.db, id, end, ctx.clock.now()))) {
      if (row.fileId === null) return
      await detachFiles(inner, [row.fileId])
      await noteFileGone(inner.db, id, '文件已删除')
    }
    await recordAudit(inner, { action: 'export.cancel', subject: `export:${id}`, before: { list: row.indexName } })
  })
}

/** From now on nobody can open the file; the sweeper removes its bytes. */
export function dropExport(ctx: Ctx, id: number): Promise<void> {
  return inTx(ctx, async (inner) => {
    const row = await exportById(inner.db, id)
    if (!row) return
    if (row.fileId !== null) await detachFiles(inner, [row.fileId])
    await deleteExport(inner.db, id)
  })
}

export function listNamed(lists: readonly AnyListed[], name: string): AnyListed {
  const found = lists.find(({ index }) => index.name === name)
  if (!found) throw refuse(exportErrors.noSuchList)
  return found
}
