import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { gbkOf } from '../../platform/sheet/gbk.ts'
import { type Cell, csvOf, type Sheet } from '../../platform/sheet/sheet.ts'
import { xlsxInThread } from '../../platform/sheet/sheet-thread.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { keepGenerated, linkTo } from '../files/actions.ts'
import type { importSheet, importTemplate } from './contract.ts'
import { importErrors } from './errors.ts'
import { allowedKind, readableRun } from './kind-actions.ts'
import type { AnyKind } from './kind-actions.ts'
import { countState, rowsAfter } from './row-store.ts'
import { addedHeads, faultText, importLimits, rowStates } from './rules.ts'

const ROWS_AT_ONCE = 5000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Format = InputOf<typeof importTemplate>['format']

export async function templateLink(
  ctx: Ctx<Staff>,
  kinds: readonly AnyKind[],
  { kind: name, format, browserKey }: InputOf<typeof importTemplate>,
) {
  const kind = allowedKind(ctx, kinds, name)
  const heads = kind.columns.map(({ head, required }) => (required ? `${head}*` : head))
  const hints = kind.columns.map(({ head, required, hint, example }) => [head, required ? '必填' : '', hint, example])
  const sheets = [
    { name: kind.label, rows: [heads, kind.columns.map(({ example }) => example)] },
    {
      name: '填写说明',
      rows: [
        ['列', '必填', '说明', '示例'],
        ...hints,
        ['说明', '', '第二行是示例，留着也不会导入；不要改列名，多出的列不会导入。', ''],
      ],
    },
  ]
  return sheetLink(ctx, kind, `${kind.label}导入模板`, format, sheets, browserKey)
}

/** Rows with their reasons, in the layout of the template: corrected, the file can be imported as it is. For the person who has the file. */
export async function rowsLink(
  ctx: Ctx<Staff>,
  kinds: readonly AnyKind[],
  { id, state, format, browserKey }: InputOf<typeof importSheet>,
) {
  const { run, kind } = await readableRun(ctx, kinds, id)
  if (run.staffId !== ctx.actor.id) throw refuse(importErrors.notYours)
  if (run.rowsDroppedAt) throw refuse(importErrors.rowsGone)
  const count = await countState(ctx.db, id, state)
  if (count === 0) throw refuse(importErrors.noRows)
  if (format === 'xlsx' && count > importLimits.xlsxRows) throw refuse(importErrors.tooManyForXlsx)
  const heads = new Map(kind.columns.map(({ key, head }) => [key, head]))
  const cells: Cell[][] = [[...kind.columns.map(({ head }) => head), ...addedHeads]]
  for (let after = 0; ;) {
    const rows = await rowsAfter(ctx.db, id, state, after, ROWS_AT_ONCE)
    for (const row of rows) {
      const reasons = row.faults.map(({ column, reason }) => faultText({ head: heads.get(column) ?? '', reason }))
      cells.push([...kind.columns.map(({ key }) => row.cells[key] ?? ''), row.rowNo, reasons.join('；')])
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) break
    after = last.rowNo
  }
  const name = `${kind.label}-${rowStates[state]}的行-${shanghaiDate(ctx.clock.now())}-${id}`
  return sheetLink(ctx, kind, name, format, [{ name: kind.label, rows: cells }], browserKey)
}

async function sheetLink(
  ctx: Ctx<Staff>,
  kind: AnyKind,
  name: string,
  format: Format,
  sheets: Sheet[],
  browserKey: string | undefined,
) {
  const file = await keepGenerated(ctx, {
    name: `${name}.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
    mime: format === 'xlsx' ? XLSX : 'text/csv',
    bytes: format === 'xlsx' ? await xlsxInThread(sheets) : csvBytes(sheets[0]?.rows ?? [], format),
    purpose: 'importSheet',
    customerId: null,
    // Removed after a day, because it can be made again.
    attachedTo: null,
    staff: { id: ctx.actor.id, action: kind.action },
  })
  return linkTo(ctx, file.id, browserKey)
}

function csvBytes(rows: readonly Cell[][], format: Format): Buffer {
  const bytes = csvOf(rows)
  return format === 'gbk' ? gbkOf(bytes.toString().replace(/^\ufeff/, '')) : bytes
}
