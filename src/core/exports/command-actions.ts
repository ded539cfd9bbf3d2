import { queryOfAddress, wholeList } from '../../platform/contract/index-address.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { asSystem, type Ctx, type Staff } from '../../platform/http/ctx.ts'
import { gbkOf } from '../../platform/sheet/gbk.ts'
import { csvOf } from '../../platform/sheet/sheet.ts'
import { xlsxInThread } from '../../platform/sheet/sheet-thread.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { allowed, type AnyListed, listKeys } from '../lists/listed-actions.ts'
import { actionRoles } from '../staff/rules.ts'
import { cellsOf } from './actions.ts'
import { exportErrors } from './errors.ts'
import { MOST_ROWS, watermark } from './rules.ts'

export const exportFormats = ['xlsx', 'csv', 'gbk'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Reads a list as the console would, for the operator, who has the database in any case. */
export function operatorCtx(ctx: Ctx): Ctx<Staff> {
  const actor: Staff = {
    kind: 'staff',
    id: 0,
    sessionId: 0,
    role: 'admin',
    actions: Object.keys(actionRoles),
    name: '系统（命令行）',
  }
  return { ...ctx, actor }
}

/** The whole list at once as the bytes of a file, with an audit row. The conditions are checked before. */
export async function exportNow(
  ctx: Ctx<Staff>,
  list: AnyListed,
  { address, format }: { address: URLSearchParams; format: ExportFormat },
  goOn: (done: number, total: number) => void,
): Promise<{ bytes: Buffer; rows: number }> {
  const index = allowed(ctx, list.index)
  const query = queryOfAddress(index, address)
  const keys = await listKeys(ctx, list, query, MOST_ROWS + 1)
  if (keys.length > MOST_ROWS) throw refuse(exportErrors.tooManyRows)
  const cells =
    (await cellsOf(ctx, list, query, keys, async (at) => {
      goOn(at, keys.length)
      return true
    })) ?? []
  const rows = cells.length - 1
  const isSystem = ctx.actor.id === 0
  const after = { list: index.name, address: wholeList(index, query), rows, format }
  await recordAudit(isSystem ? asSystem(ctx) : ctx, { action: 'export.command', subject: 'export:command', after })
  if (format === 'csv') return { bytes: csvOf(cells), rows }
  if (format === 'gbk')
    return {
      bytes: gbkOf(
        csvOf(cells)
          .toString()
          .replace(/^\ufeff/, ''),
      ),
      rows,
    }
  const about = {
    name: ctx.actor.name,
    account: isSystem ? null : ctx.actor.id,
    at: shanghaiTime(ctx.clock.now()),
    rows,
    id: null,
    chosen: false,
  }
  const sheets = [
    { name: index.label, rows: cells },
    { name: '导出说明', rows: watermark(index, query, about) },
  ]
  return { bytes: Buffer.from(await xlsxInThread(sheets)), rows }
}

/** Names of conditions in an address that the list would leave out, because it does not know them or cannot read their value. */
export function unreadConditions(index: AnyIndex, address: URLSearchParams): string[] {
  const query = queryOfAddress(index, address)
  const tab = address.get('tab')
  const sort = address.get('sort')
  const columns = address.get('columns')
  const faults = [...address.keys()].filter(
    (name) =>
      !['tab', 'kw', 'sort', 'columns'].includes(name) &&
      (query.filters[name] === undefined || hasUnknownOption(index, name, address.get(name) ?? '')),
  )
  if (tab !== null && query.tab !== tab) faults.push('tab')
  if (sort !== null && query.sort !== sort) faults.push('sort')
  if (columns !== null && query.columns?.join() !== columns) faults.push('columns')
  return faults
}

/** Of several options, the reader of addresses leaves out those that do not exist. */
function hasUnknownOption(index: AnyIndex, name: string, text: string): boolean {
  const { kind, options } = index.fields[name] ?? {}
  return kind === 'choice' && text.split(',').some((key) => !Object.hasOwn(options ?? {}, key))
}
