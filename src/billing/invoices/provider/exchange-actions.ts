import { keepGenerated, linkTo } from '../../../core/files/actions.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { Refusal, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { type Cell, csvOf, xlsxOf } from '../../../platform/sheet/sheet.ts'
import { readCells } from '../../../platform/contract/sheet-rows.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { invoiceErrors } from '../errors.ts'
import { applicationsOfList, printedRemark } from '../list-actions.ts'
import { issueByHand } from '../review-actions.ts'
import { taxOfLines } from '../rules.ts'
import type { staffInvoiceExport } from '../staff-contract.ts'
import { applicationByNo, type ApplicationRow, type LineRow, linesOf } from '../store.ts'

// Applications out to the tax bureau's tool for many invoices, and their numbers back in.

const INVOICE_COLUMNS = [
  '发票流水号',
  '发票类型',
  '是否含税',
  '受票方自然人标识',
  '购买方名称',
  '购买方纳税人识别号',
  '购买方地址',
  '购买方电话',
  '购买方开户银行',
  '购买方银行账号',
  '备注',
  '收票邮箱',
]
const LINE_COLUMNS = ['发票流水号', '项目名称', '商品和服务税收编码', '数量', '单价', '金额', '税率', '税额', '订单号']

/** Exports what the filter finds. The file is removed after a day, like every file that is attached to nothing. */
export async function exportApplications(
  ctx: Ctx<Staff>,
  { format, browserKey, ...query }: InputOf<typeof staffInvoiceExport>,
) {
  const rows = await applicationsOfList(ctx, query)
  if (rows.length === 0) throw refuse(invoiceErrors.nothingToExport)
  const setting = await readSetting(ctx, 'invoicing')
  const all = await linesOf(
    ctx.db,
    rows.map((row) => row.id),
  )
  const ofRow = new Map(rows.map((row) => [row.id, all.filter((line) => line.applicationId === row.id)]))
  const invoices = rows.map((row) => invoiceCells(row, ofRow.get(row.id) ?? [], setting.remarkTemplate))
  const lines = rows.flatMap((row) => lineCells(row, ofRow.get(row.id) ?? [], setting))
  const bytes =
    format === 'xlsx'
      ? await xlsxOf([
          { name: '1-发票基本信息', rows: [INVOICE_COLUMNS, ...invoices] },
          { name: '2-发票明细信息', rows: [LINE_COLUMNS, ...lines] },
        ])
      : csvOf(joined(invoices, lines))
  const file = await keepGenerated(ctx, {
    name: `开票申请-${shanghaiDate(ctx.clock.now())}.${format}`,
    mime:
      format === 'xlsx'
        ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
        : 'text/csv; charset=utf-8',
    bytes,
    purpose: 'export',
    customerId: null,
    attachedTo: null,
  })
  return { ...(await linkTo(ctx, file.id, browserKey)), count: rows.length }
}

/** Registers numbers by application. A row with a fault is listed and left out; the others count. */
export async function importResults(ctx: Ctx<Staff>, text: string) {
  const [head = [], ...rows] = readCells(text)
  const at = (...names: string[]) => head.findIndex((title) => names.includes(title))
  const columns = {
    no: at('申请单号', '发票流水号'),
    invoiceNo: at('发票号码', '数电发票号码', '数电票号码'),
    issuedOn: at('开票日期'),
  }
  if (Object.values(columns).includes(-1))
    throw refuse(invoiceErrors.noResults, '第一行应有列名：申请单号（或发票流水号）、发票号码、开票日期')
  if (rows.length === 0) throw refuse(invoiceErrors.noResults)
  const faults: { row: number; text: string; reason: string }[] = []
  let issued = 0
  for (const [i, cells] of rows.entries()) {
    const [no, invoiceNo, day] = [columns.no, columns.invoiceNo, columns.issuedOn].map((column) => cells[column] ?? '')
    const reason = await registerNumber(ctx, { no: no ?? '', invoiceNo: invoiceNo ?? '', day: day ?? '' })
    if (reason === undefined) issued += 1
    else faults.push({ row: i + 2, text: cells.join(' ').slice(0, 120), reason })
  }
  return { issued, faults }
}

/** Why a row cannot be registered; undefined when it was. */
async function registerNumber(
  ctx: Ctx<Staff>,
  { no, invoiceNo, day }: { no: string; invoiceNo: string; day: string },
): Promise<string | undefined> {
  const issuedOn = day.slice(0, 10).replace(/[./年月]/g, '-')
  if (!/^\d{20}$/.test(invoiceNo)) return '发票号码应为 20 位数字'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(issuedOn) || Number.isNaN(Date.parse(issuedOn)))
    return '开票日期应写成 2026-03-02 的形式'
  const row = await applicationByNo(ctx.db, no)
  if (!row) return '没有这个申请单号'
  if (row.invoiceNo === invoiceNo) return '已登记过这个号码'
  try {
    const files = { pdfFileId: null, ofdFileId: null, xmlFileId: null }
    await issueByHand(ctx, { id: row.id, version: row.version, invoiceNo, issuedOn, ...files })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return row.stage === 'issuing' ? error.message : '该申请不在“开票中”'
    throw error
  }
}

function invoiceCells(row: ApplicationRow, lines: LineRow[], template: string): Cell[] {
  return [
    row.applicationNo,
    row.type === 3 ? '增值税专用发票' : '普通发票',
    '是',
    row.naturalPerson ? '是' : '否',
    row.title,
    row.taxNo,
    row.address,
    row.phone,
    row.bank,
    row.bankAccount,
    printedRemark(template, row, lines),
    row.email,
  ]
}

function lineCells(
  row: ApplicationRow,
  lines: LineRow[],
  { itemName, categoryCode, ratePercent }: { itemName: string; categoryCode: string; ratePercent: number },
): Cell[][] {
  // Before approval the tax is a preview with the rate of today.
  const rate = row.ratePercent ?? ratePercent
  const taxes = taxOfLines(
    lines.map((line) => line.amountFen),
    rate,
  )
  return lines.map((line, i) => [
    row.applicationNo,
    itemName,
    categoryCode,
    1,
    line.amountFen / 100,
    line.amountFen / 100,
    rate / 100,
    (line.taxFen ?? taxes[i] ?? 0) / 100,
    line.orderNo,
  ])
}

/** One row per line, with the invoice repeated in front: a CSV has one sheet. */
function joined(invoices: Cell[][], lines: Cell[][]): Cell[][] {
  const byNo = new Map(invoices.map((cells) => [cells[0], cells]))
  return [
    [...INVOICE_COLUMNS, ...LINE_COLUMNS.slice(1)],
    ...lines.map((line) => [...(byNo.get(line[0] ?? null) ?? []), ...line.slice(1)]),
  ]
}
