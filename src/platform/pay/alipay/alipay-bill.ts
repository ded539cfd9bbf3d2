import { type BillRow, billRows, billText, billTime, cell } from '../bill-table.ts'
import type { BillLine } from '../channel.ts'
import { feeFenOfYuan, fenOfYuan } from '../yuan.ts'
import { isZip, unzip } from '../zip-reader.ts'

const MOST_BYTES = 200 * 1024 * 1024
const COLUMNS = ['支付宝交易号', '商户订单号', '业务类型', '完成时间']

/** The bill `trade` of Alipay: a ZIP with the table of trades and a table of sums, both in GBK. Also reads the table alone. */
export function readAlipayBill(bytes: Buffer): BillLine[] {
  const files = isZip(bytes) ? unzip(bytes, MOST_BYTES) : [bytes]
  const tables = files.flatMap((file) => {
    const rows = billRows(billText(file), COLUMNS, '商品名称')
    return rows ? [rows] : []
  })
  if (tables.length === 0) throw new Error('the bill has no table of trades')
  return tables.flat().map(lineOf)
}

/** Signs differ between kinds of bills, so the kind of business decides: a refund takes money and gives its fee back. */
function lineOf(row: BillRow): BillLine {
  const amount = Math.abs(fenOfYuan(amountOf(row, '订单金额')))
  const fee = Math.abs(feeFenOfYuan(amountOf(row, '服务费')))
  const common = {
    tradeNo: cell(row, '商户订单号'),
    providerNo: cell(row, '支付宝交易号'),
    at: billTime(cell(row, '完成时间')),
  }
  if (!cell(row, '业务类型').includes('退款')) return { ...common, amountFen: amount, feeFen: fee }
  const refundNo = row.get('退款批次号/请求号') ?? row.get('退款批次号') ?? ''
  return { ...common, refundNo, amountFen: -amount, feeFen: fee === 0 ? 0 : -fee }
}

/** `订单金额（元）`, with brackets of either width. */
function amountOf(row: BillRow, name: string): string {
  const value = row.get(`${name}（元）`) ?? row.get(`${name}(元)`) ?? row.get(name)
  if (value === undefined) throw new Error(`the bill has no column ${name}`)
  return value
}
