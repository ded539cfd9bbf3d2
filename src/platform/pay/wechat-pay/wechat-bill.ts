import { billRows, billText, billTime, cell } from '../bill-table.ts'
import type { BillLine } from '../channel.ts'
import { feeFenOfYuan, fenOfYuan } from '../yuan.ts'

/**
 * The trade bill of WeChat Pay of the kind ALL. Source: WeChat Pay documentation, 「交易账单文件格式说明」. 订单金额 is what we asked for; the
 * columns 应结订单金额 and 退款金额 lack what a coupon of WeChat paid.
 */
const COLUMNS = ['交易时间', '微信订单号', '商户订单号', '交易状态', '订单金额', '申请退款金额', '手续费']

export function readWechatBill(bytes: Buffer): BillLine[] {
  const rows = billRows(billText(bytes), COLUMNS, '商品名称')
  if (!rows) throw new Error('the bill has no table of trades')
  return rows.map((row) => {
    const refund = cell(row, '交易状态') !== 'SUCCESS'
    const fee = Math.abs(feeFenOfYuan(cell(row, '手续费')))
    const common = { tradeNo: cell(row, '商户订单号'), at: billTime(cell(row, '交易时间')) }
    if (!refund)
      return {
        ...common,
        providerNo: cell(row, '微信订单号'),
        amountFen: fenOfYuan(cell(row, '订单金额')),
        feeFen: fee,
      }
    return {
      ...common,
      refundNo: cell(row, '商户退款单号'),
      providerNo: cell(row, '微信退款单号'),
      amountFen: -Math.abs(fenOfYuan(cell(row, '申请退款金额'))),
      feeFen: fee === 0 ? 0 : -fee,
    }
  })
}
