import { deflateRawSync } from 'node:zlib'
import { shanghaiTime } from '../../time.ts'
import { doubleFee, type DoubleTrades } from './double-trades.ts'
import { yuanOfFen } from '../yuan.ts'

type Entries = ReturnType<DoubleTrades['ofDay']>

const WECHAT_COLUMNS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const WECHAT_SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const ALIPAY_COLUMNS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** The trade bill ALL of WeChat Pay as the double writes it. */
export function wechatBillText({ appid, mchid }: { appid: string; mchid: string }, entries: Entries): string {
  const rows = entries.map(({ trade, refund }) => {
    const paid = yuanOfFen(refund ? 0 : trade.amountFen)
    const back = yuanOfFen(refund?.amountFen ?? 0)
    const fee = refund ? -doubleFee(refund.amountFen) : doubleFee(trade.amountFen)
    const row: Record<string, string> = {
      交易时间: shanghaiTime(new Date(refund?.at ?? trade.paidAt ?? 0)),
      公众账号ID: appid,
      商户号: mchid,
      微信订单号: trade.providerNo,
      商户订单号: trade.tradeNo,
      交易状态: refund ? 'REFUND' : 'SUCCESS',
      应结订单金额: paid,
      微信退款单号: refund?.providerNo ?? '0',
      商户退款单号: refund?.refundNo ?? '0',
      退款金额: back,
      商品名称: trade.subject,
      手续费: `${yuanOfFen(fee)}000`,
      订单金额: paid,
      申请退款金额: back,
    }
    return WECHAT_COLUMNS.split(',')
      .map((name) => `\`${row[name] ?? ''}`)
      .join(',')
  })
  const sums = [String(rows.length), ...Array.from({ length: 6 }, () => '0.00')].map((sum) => `\`${sum}`).join(',')
  return `\uFEFF${[WECHAT_COLUMNS, ...rows, WECHAT_SUMS, sums].join('\r\n')}\r\n`
}

/** The bill `trade` of Alipay as the double writes it: a ZIP. Alipay writes GBK, the double UTF-8, because Node encodes no GBK. */
export function alipayBillZip(entries: Entries): Buffer {
  const rows = entries.map(({ trade, refund }) => {
    const amount = yuanOfFen(refund ? -refund.amountFen : trade.amountFen)
    const row: Record<string, string> = {
      支付宝交易号: `${trade.providerNo}\t`,
      商户订单号: `${trade.tradeNo}\t`,
      业务类型: refund ? '退款' : '交易',
      商品名称: trade.subject,
      完成时间: shanghaiTime(new Date(refund?.at ?? trade.paidAt ?? 0)),
      '订单金额（元）': amount,
      '商家实收（元）': amount,
      '退款批次号/请求号': refund?.refundNo ?? '',
      '服务费（元）': yuanOfFen(refund ? doubleFee(refund.amountFen) : -doubleFee(trade.amountFen)),
    }
    return ALIPAY_COLUMNS.split(',')
      .map((name) => row[name] ?? '')
      .join(',')
  })
  const text = [
    '#支付宝业务明细查询',
    ALIPAY_COLUMNS,
    ...rows,
    '#-----业务明细列表结束-----',
    `#合计：${rows.length}笔`,
  ]
  return zipOf('bill.csv', Buffer.from(text.join('\r\n')))
}

/** A ZIP with one file; the checksum is left out, because no reader here looks at it. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end])
}
