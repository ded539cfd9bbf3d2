import type { Settings } from '../../core/settings/rules.ts'
import { chineseAmount } from '../../lab/contracts/rules.ts'
import type { orderDetail } from '../../lab/orders/contract.ts'
import { regionText } from '../../core/regions/region-rules.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { formatFen } from '../../platform/money.ts'
import type { PdfBlock, PdfDocument } from '../../platform/pdf/document.ts'
import { type OrderPaper, orderPapers } from './paper-rules.ts'

type Detail = Pick<
  OutputOf<typeof orderDetail>,
  | 'orderNo'
  | 'title'
  | 'createdAt'
  | 'contact'
  | 'lines'
  | 'samples'
  | 'sampleCount'
  | 'remark'
  | 'returnAddress'
  | 'quoteFen'
  | 'quoteVersion'
  | 'quoteValidUntil'
  | 'estimateFen'
  | 'discountFen'
  | 'urgent'
  | 'agreementVersion'
>
/** A text that the customer agreed to with the order; `paragraphs` are plain text. */
export interface AgreedText {
  title: string
  version: string
  sections: { title: string; paragraphs: string[] }[]
}

export type Issuer = Pick<Settings, 'siteName' | 'localInfo' | 'labAddress' | 'bankAccount'>

/** Whom the paper is made out to. */
export interface Addressee {
  company: string
}

/** A paper of an order from what its reader may see of the order. `now` is Shanghai time, `YYYY-MM-DD hh:mm:ss`. */
export function orderPaperDocument(
  paper: OrderPaper,
  order: Detail,
  issuer: Issuer,
  now: string,
  { agreed = [], addressee = { company: '' } }: { agreed?: readonly AgreedText[]; addressee?: Addressee } = {},
): PdfDocument {
  const { siteName, localInfo } = issuer
  const name = orderPapers[paper]
  if (paper === 'labels') return labelDocument(order, siteName)
  const bodies = {
    quotation: () => quotation(order, issuer, addressee),
    slip,
    returnNote,
    agreement: () => agreement(agreed),
  }
  return {
    title: `${name} ${order.orderNo}`,
    mark: `${name} ${order.orderNo}`,
    owner: [siteName, localInfo.phone].filter(Boolean).join('　'),
    // Nine columns need the wide page.
    layout: paper === 'slip' ? 'landscape' : 'portrait',
    blocks: [
      {
        kind: 'letterhead',
        name: siteName,
        lines: [localInfo.address, [localInfo.phone, localInfo.email].filter(Boolean).join('　')].filter(Boolean),
      },
      {
        kind: 'title',
        text: name,
        sub: `订单 ${order.orderNo}　　${now.slice(0, 16)} 生成`,
        // The scanner of the laboratory reads it.
        ...(paper === 'quotation' || paper === 'agreement'
          ? {}
          : { code: { text: order.orderNo, caption: order.orderNo } }),
      },
      ...bodies[paper](order, issuer),
    ],
  }
}

function quotation(order: Detail, { bankAccount }: Issuer, { company }: Addressee): PdfBlock[] {
  const { quoteFen, estimateFen, discountFen, quoteValidUntil, quoteVersion, contact } = order
  const grossFen = quoteFen ?? estimateFen ?? 0
  const netFen = Math.max(0, grossFen - discountFen)
  const quoted = quoteFen !== null
  return [
    {
      kind: 'facts',
      items: [
        ...(company === '' ? [] : [{ term: '客户单位', value: company }]),
        { term: company === '' ? '客户' : '联系人', value: contact.name },
        { term: '联系电话', value: contact.phone },
        ...(bankAccount.holder === '' ? [] : [{ term: '报价单位', value: bankAccount.holder }]),
        { term: '提交时间', value: order.createdAt.slice(0, 16) },
        { term: '价格依据', value: quoted ? `客户经理报价，第 ${quoteVersion} 版` : '价格表' },
        ...(quoteValidUntil ? [{ term: '有效期至', value: quoteValidUntil.slice(0, 16) }] : []),
        ...(order.urgent ? [{ term: '加急', value: '是' }] : []),
      ],
    },
    {
      kind: 'table',
      columns: [
        { header: '检测项目', share: 26 },
        { header: '参数', share: 34 },
        { header: '样品数', share: 9, align: 'right' },
        { header: '计价明细', share: 17 },
        { header: '金额', share: 14, align: 'right' },
      ],
      rows: order.lines.map((line) => [
        line.projectName,
        line.described.map(({ label, text }) => `${label}：${text}`).join('；'),
        String(line.sampleCount),
        line.priceLines.map(({ label, quantity, unit }) => `${label} ${quantity} ${unit}`).join('\n'),
        line.amountFen === null ? '待报价' : formatFen(line.amountFen),
      ]),
      total: ['合计', '', String(order.sampleCount), '', formatFen(grossFen)],
    },
    {
      kind: 'facts',
      items: [
        ...(discountFen > 0
          ? [
              { term: '优惠', value: `−${formatFen(discountFen)}` },
              { term: '优惠后', value: formatFen(netFen) },
            ]
          : []),
        { term: '金额大写', value: chineseAmount(netFen) },
      ],
    },
    {
      kind: 'paragraph',
      text: '金额以人民币计。样品数量、状态或参数与所填不同时，按同一价格表结算差价，并在检测前告知。',
    },
  ]
}

function slip(order: Detail, { labAddress: { receiver, phone, address } }: Issuer): PdfBlock[] {
  return [
    {
      kind: 'facts',
      items: [
        { term: '寄件人', value: `${order.contact.name}　${order.contact.phone}` },
        { term: '样品数', value: `${order.sampleCount} 个` },
        ...(address === '' ? [] : [{ term: '收件', value: `${receiver}　${phone}　${address}` }]),
        ...(order.remark === '' ? [] : [{ term: '备注', value: order.remark }]),
      ],
    },
    {
      kind: 'table',
      columns: [
        { header: '样品编号', share: 14 },
        { header: '自编号', share: 10 },
        { header: '名称', share: 14 },
        { header: '检测项目', share: 19 },
        { header: '形态', share: 7 },
        { header: '成分与量', share: 13 },
        { header: '危险性', share: 9 },
        { header: '保存', share: 8 },
        { header: '退回', share: 6 },
      ],
      rows: order.samples.map((sample) => [
        sample.sampleNo,
        sample.ownNo,
        sample.name,
        order.lines.find(({ id }) => id === sample.lineId)?.projectName ?? '',
        sample.formName,
        [sample.composition, sample.amount].filter(Boolean).join('，'),
        sample.hazardNames.join('、') || '无',
        sample.storageName,
        sample.returnWanted ? '是' : '否',
      ]),
    },
    { kind: 'paragraph', text: '每个样品单独分装并贴好对应标签；请将本单放入包裹内。' },
  ]
}

function returnNote(order: Detail): PdfBlock[] {
  const to = order.returnAddress
  const back = order.samples.filter(({ stage }) => ['to_return', 'refused', 'returned'].includes(stage))
  return [
    {
      kind: 'facts',
      items: [
        ...(to ? [{ term: '寄往', value: `${to.name}　${to.phone}　${regionText(to)}${to.address}` }] : []),
        { term: '检测项目', value: order.title },
        { term: '样品数', value: `${back.length} 个` },
      ],
    },
    {
      kind: 'table',
      columns: [
        { header: '样品编号', share: 20 },
        { header: '自编号', share: 14 },
        { header: '名称', share: 22 },
        { header: '形态', share: 10 },
        { header: '状态', share: 12 },
        { header: '快递单号', share: 22 },
      ],
      rows: back.map((sample) => [
        sample.sampleNo,
        sample.ownNo,
        sample.name,
        sample.formName,
        sample.stageName,
        [sample.returnCourier, sample.returnWaybill].filter(Boolean).join(' ') || '—',
      ]),
    },
    { kind: 'paragraph', text: '请收到后核对样品编号与数量；如有缺少或破损，请在 3 日内与我们联系。' },
  ]
}

/** Without name and phone number of the customer, since everybody who handles the parcel can read it. */
function labelDocument({ orderNo, samples, lines }: Detail, siteName: string): PdfDocument {
  const tests = new Map(lines.map((line) => [line.id, line.projectName]))
  return {
    title: `样品标签 ${orderNo}`,
    mark: '',
    owner: siteName,
    layout: 'labels',
    blocks: samples.map((sample) => ({
      kind: 'label',
      code: sample.sampleNo,
      head: sample.ownNo,
      lines: [
        sample.name,
        tests.get(sample.lineId) ?? '',
        [sample.formName, sample.storageName, ...sample.hazardNames, ...(sample.returnWanted ? ['退回'] : [])].join(
          ' · ',
        ),
      ].filter(Boolean),
    })),
  }
}

/** The terms as they were when the order was placed. */
function agreement(texts: readonly AgreedText[]): PdfBlock[] {
  return texts.flatMap(({ title, version, sections }) => [
    { kind: 'paragraph' as const, text: `${title}，${version} 版，下单时同意。` },
    ...sections.flatMap((section): PdfBlock[] => [
      ...(section.title === '' ? [] : [{ kind: 'heading' as const, text: section.title }]),
      ...section.paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
    ]),
  ])
}
