import { chineseAmount } from '../../lab/contracts/rules.ts'
import { formatFen } from '../../platform/money.ts'
import type { PdfBlock, PdfColumn, PdfDocument } from '../../platform/pdf/document.ts'
import type { StatementView } from './contract.ts'
import { redNote } from './rules.ts'

export interface Laboratory {
  name: string
  phone: string
  address: string
  bank: { holder: string; bank: string; account: string }
}

/** The printed statement: A4 across, page numbers, the sums also in Chinese capitals. */
export function statementDocument(view: StatementView, laboratory: Laboratory): PdfDocument {
  const owedFen = view.owed.unsettledFen + view.owed.unpaidFen
  return {
    title: `对账单 ${view.label} ${view.customerName}`,
    mark: `对账单 ${view.label}　${view.madeAt} 生成`,
    owner: `${laboratory.name}　${laboratory.phone}`,
    layout: 'landscape',
    blocks: [
      {
        kind: 'title',
        text: `${laboratory.name} 对账单`,
        sub: `${view.label}（${view.firstDay} 至 ${view.lastDay}）　　${view.madeAt} 生成${view.running ? '，该时段尚未结束' : ''}`,
      },
      {
        kind: 'facts',
        items: [
          { term: '客户', value: [view.customerName, view.company].filter(Boolean).join('　') },
          { term: '收款方', value: [laboratory.bank.holder || laboratory.name, laboratory.address].join('　') },
          { term: '收款账户', value: [laboratory.bank.bank, laboratory.bank.account].filter(Boolean).join('　') },
          {
            term: '期末预存余额',
            value: `${formatFen(view.closingFen)}（大写：${chineseAmount(view.closingFen)}）`,
          },
          { term: '尚未付款', value: `${formatFen(owedFen)}（大写：${chineseAmount(owedFen)}），${view.madeAt} 时` },
        ],
      },
      ...numbered([
        section('账户', accountColumns, accountRows(view)),
        ...(view.months.length > 0 ? [section('各月预存余额', monthColumns, monthRows(view))] : []),
        ...(view.movements.length > 0 ? [section('预存余额流水', movementColumns, movementRows(view))] : []),
        section('收付渠道', wayColumns, wayRows(view)),
        section('交付的订单', orderColumns, orderRows(view), [
          '合计',
          '',
          '',
          '',
          ...[view.sums.grossFen, view.sums.discountFen, view.sums.netFen].map(formatFen),
        ]),
        section('结算单', settlementColumns, settlementRows(view)),
        section('开具的发票', invoiceColumns, invoiceRows(view)),
      ]),
      {
        kind: 'paragraph',
        text: `本期支付结算单 ${formatFen(view.sums.paidFen)}，退款 ${formatFen(view.sums.refundedFen)}，开票 ${formatFen(view.sums.invoicedFen)}。未结算 ${formatFen(view.owed.unsettledFen)}，待付款 ${formatFen(view.owed.unpaidFen)}，其中逾期 ${formatFen(view.owed.overdueFen)}。如有不符，请联系${laboratory.name}。`,
      },
    ],
  }
}

export const accountColumns = columns(
  ['账户', 28],
  ['期初', 18, 'right'],
  ['收入', 18, 'right'],
  ['支出', 18, 'right'],
  ['期末', 18, 'right'],
)
export const monthColumns = columns(
  ['月份', 20],
  ['收入', 20, 'right'],
  ['支出', 20, 'right'],
  ['月末余额', 20, 'right'],
  ['交付订单净额', 20, 'right'],
)
export const movementColumns = columns(
  ['时间', 17],
  ['类别', 13],
  ['说明', 38],
  ['金额', 16, 'right'],
  ['余额', 16, 'right'],
)
export const wayColumns = columns(['渠道', 40], ['收到', 30, 'right'], ['退出', 30, 'right'])
export const orderColumns = columns(
  ['订单', 16],
  ['项目', 25],
  ['课题号/经费卡', 14],
  ['交付', 11],
  ['原价', 12, 'right'],
  ['优惠', 10, 'right'],
  ['净额', 12, 'right'],
)
export const settlementColumns = columns(
  ['结算单', 16],
  ['付款人 / 客户', 24],
  ['课题号/经费卡', 16],
  ['生成', 12],
  ['状态', 10],
  ['付款', 12],
  ['金额', 12, 'right'],
)
export const invoiceColumns = columns(['发票号码', 28], ['抬头', 38], ['开票日期', 14], ['金额', 20, 'right'])

function columns(...list: [header: string, share: number, align?: 'left' | 'right'][]): PdfColumn[] {
  return list.map(([header, share, align]) => ({ header, share, ...(align ? { align } : {}) }))
}

interface Section {
  heading: string
  body: PdfBlock
}

function section(heading: string, of: PdfColumn[], rows: string[][], total?: string[]): Section {
  const body: PdfBlock =
    rows.length === 0
      ? { kind: 'paragraph', text: '本期没有。' }
      : { kind: 'table', columns: of, rows, ...(total ? { total } : {}) }
  return { heading, body }
}

/** Counted in the order in which they stand, because a month without movements has a section less. */
function numbered(sections: readonly Section[]): PdfBlock[] {
  return sections.flatMap(({ heading, body }, index): PdfBlock[] => [
    { kind: 'heading', text: `${'一二三四五六七'[index]}、${heading}` },
    body,
  ])
}

function accountRows(view: StatementView): string[][] {
  return view.accounts.map((each) => [
    each.label,
    ...[each.openingFen, each.inFen, each.outFen, each.closingFen].map(formatFen),
  ])
}

function monthRows(view: StatementView): string[][] {
  return view.months.map((each) => [
    each.month,
    ...[each.inFen, each.outFen, each.closingFen, each.deliveredFen].map(formatFen),
  ])
}

function movementRows(view: StatementView): string[][] {
  return view.movements.map((each) => [
    each.at.slice(0, 16),
    each.what,
    each.memo,
    formatFen(each.amountFen),
    formatFen(each.balanceFen),
  ])
}

function wayRows(view: StatementView): string[][] {
  return view.ways.map((each) => [each.label, formatFen(each.inFen), formatFen(each.outFen)])
}

function orderRows(view: StatementView): string[][] {
  return view.orders.map((each) => [
    each.orderNo,
    each.title,
    each.fundingNo,
    each.deliveredAt.slice(0, 10),
    each.grossFen === null ? '—' : formatFen(each.grossFen),
    formatFen(each.discountFen),
    each.netFen === null ? '待核定' : formatFen(each.netFen),
  ])
}

export const sideText = { own: '本人', customer: '付款人', payer: '客户' } as const

function settlementRows(view: StatementView): string[][] {
  return view.settlements.map((each) => [
    each.settlementNo,
    each.side === 'own' ? sideText.own : `${sideText[each.side]}：${each.other}`,
    each.fundingNo,
    each.createdAt.slice(0, 10),
    each.stageLabel,
    each.paidAt?.slice(0, 10) ?? '',
    formatFen(each.totalFen),
  ])
}

function invoiceRows(view: StatementView): string[][] {
  return view.invoices.map((each) => [
    `${each.invoiceNo}${redNote(each)}`,
    each.title,
    each.issuedOn,
    formatFen(each.amountFen),
  ])
}
