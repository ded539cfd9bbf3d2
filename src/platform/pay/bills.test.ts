import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readAlipayBill } from './alipay/alipay-bill.ts'
import { readWechatBill } from './wechat-pay/wechat-bill.ts'
import { unzip } from './zip-reader.ts'

/** The columns as WeChat Pay documents them. */
const WECHAT_HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const WECHAT_BILL = `\uFEFF${WECHAT_HEAD}
\`2026-03-02 10:00:01,\`wx1,\`1900000001,\`0,\`,\`4200001,\`P2603020001,\`o1,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`1280.50,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`电镜,两小时,\`,\`7.68000,\`0.60%,\`1280.50,\`0.00,\`
\`2026-03-02 11:00:00,\`wx1,\`1900000001,\`0,\`,\`4200001,\`P2603020001,\`o1,\`NATIVE,\`REFUND,\`OTHERS,\`CNY,\`0.00,\`0.00,\`5030001,\`R2603020001,\`80.50,\`0.00,\`ORIGINAL,\`SUCCESS,\`电镜,\`,\`-0.48000,\`0.60%,\`0.00,\`80.50,\`
总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额
\`2,\`1280.50,\`80.50,\`0.00,\`7.20000,\`1280.50,\`80.50
`

test("reads WeChat's bill by the names of its columns, refunds negative, and leaves the summary out", () => {
  expect(readWechatBill(Buffer.from(WECHAT_BILL))).toEqual([
    {
      tradeNo: 'P2603020001',
      providerNo: '4200001',
      amountFen: 128_050,
      feeFen: 768,
      at: new Date('2026-03-02T02:00:01Z'),
    },
    {
      tradeNo: 'P2603020001',
      refundNo: 'R2603020001',
      providerNo: '5030001',
      amountFen: -8050,
      feeFen: -48,
      at: new Date('2026-03-02T03:00:00Z'),
    },
  ])
})

test('a bill that is cut off, lacks a column or is no bill at all is an error, not a short list', () => {
  const cut = WECHAT_BILL.slice(0, WECHAT_BILL.indexOf('`SUCCESS,`CNY')).replace(/,`80\.50,`0\.00,`ORIGINAL[^]*/, '')
  expect(() => readWechatBill(Buffer.from(cut.slice(0, cut.lastIndexOf(',`5030001'))))).toThrow('cut off')
  expect(() => readWechatBill(Buffer.from(WECHAT_BILL.replace('商户退款单号', 'x')))).toThrow('商户退款单号')
  expect(() => readWechatBill(Buffer.from('{"code":"NO_STATEMENT_EXIST"}'))).toThrow('no table')
  expect(() => readAlipayBill(Buffer.from(''))).toThrow('no table')
})

const ALIPAY_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const ALIPAY_ROWS = [
  `2026030222001,\tP2603020002\t,交易,电镜,两小时,2026-03-02 10:00:00,2026-03-02 10:00:05,,,,,\ta**(a@example.com),88.88,88.88,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,,-0.53,0.00,`,
  `2026030222001,\tP2603020002\t,退款,电镜,2026-03-02 10:00:00,2026-03-02 12:00:00,,,,,\ta**,-8.88,-8.88,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,R2603020002,0.05,0.00,`,
]
const ALIPAY_BILL = `#支付宝业务明细查询\r\n#账号：[20881021********0156]\r\n#-----业务明细列表----\r\n${ALIPAY_HEAD}\r\n${ALIPAY_ROWS.join('\r\n')}\r\n#-----业务明细列表结束----\r\n#交易合计：1笔\r\n`
const ALIPAY_LINES = [
  {
    tradeNo: 'P2603020002',
    providerNo: '2026030222001',
    amountFen: 8888,
    feeFen: 53,
    at: new Date('2026-03-02T02:00:05Z'),
  },
  {
    tradeNo: 'P2603020002',
    refundNo: 'R2603020002',
    providerNo: '2026030222001',
    amountFen: -888,
    feeFen: -5,
    at: new Date('2026-03-02T04:00:00Z'),
  },
]

test("reads Alipay's bill out of a ZIP, packed or stored, beside the table of sums", async () => {
  const sums = '#支付宝业务汇总查询\r\n门店编号,门店名称,交易订单总笔数\r\n合计,,1\r\n'
  for (const compress of [true, false])
    expect(readAlipayBill(await zipped([sums, ALIPAY_BILL], compress))).toEqual(ALIPAY_LINES)
  expect(readAlipayBill(Buffer.from(ALIPAY_BILL))).toEqual(ALIPAY_LINES)
})

test('reads a bill in GBK', () => {
  const head = '支付宝交易号,商户订单号,业务类型,完成时间,订单金额（元）,服务费（元）'
  const bytes = Buffer.concat([
    Buffer.from(
      'd6a7b8b6b1a6bdbbd2d7bac52cc9ccbba7b6a9b5a5bac52cd2b5cef1c0e0d0cd2ccdeab3c9cab1bce42cb6a9b5a5bdf0b6eea3a8d4aaa3a92cb7fecef1b7d1a3a8d4aaa3a9',
      'hex',
    ),
    Buffer.from('\n1,P1,'),
    Buffer.from('bdbbd2d7', 'hex'),
    Buffer.from(',2026/03/02 10:00:05,1.00,0.00\n'),
  ])
  expect(new TextDecoder('gbk').decode(bytes).split('\n')[0]).toBe(head)
  expect(readAlipayBill(bytes)).toMatchObject([{ tradeNo: 'P1', amountFen: 100 }])
})

test('an archive that is cut off, or unpacks to more than the limit, is refused', async () => {
  const archive = await zipped(['a'.repeat(10_000)], true)
  expect(unzip(archive, 10_000).map(String)).toEqual(['a'.repeat(10_000)])
  expect(() => unzip(archive, 9999)).toThrow()
  expect(() => unzip(archive.subarray(0, -1), 10_000)).toThrow('no directory')
  expect(() => unzip(archive.subarray(20), 10_000)).toThrow()
})

async function zipped(files: string[], compress: boolean): Promise<Buffer> {
  const zip = new ZipFile()
  files.forEach((text, i) => zip.addBuffer(Buffer.from(text), `${i}.csv`, { compress }))
  zip.end()
  const chunks: Buffer[] = []
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(zip.outputStream, 'end')
  return Buffer.concat(chunks)
}
