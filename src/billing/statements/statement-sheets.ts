import type { Cell, Sheet } from '../../platform/sheet/sheet.ts'
import type { StatementView } from './contract.ts'
import { sideText } from './statement-document.ts'

/** Amounts in yuan, as numbers that can be added. */
export function statementSheets(view: StatementView): Sheet[] {
  return [
    summary(view),
    {
      name: '账户',
      rows: [
        ['账户', '期初', '收入', '支出', '期末'],
        ...view.accounts.map((a): Cell[] => [
          a.label,
          yuan(a.openingFen),
          yuan(a.inFen),
          yuan(a.outFen),
          yuan(a.closingFen),
        ]),
      ],
    },
    movements(view),
    {
      name: '订单',
      rows: [
        ['订单', '项目', '课题号/经费卡', '交付', '原价', '优惠', '净额'],
        ...view.orders.map((o): Cell[] => [
          o.orderNo,
          o.title,
          o.fundingNo,
          o.deliveredAt,
          yuan(o.grossFen),
          yuan(o.discountFen),
          yuan(o.netFen),
        ]),
      ],
    },
    {
      name: '结算单',
      rows: [
        ['结算单', '付款人 / 客户', '课题号/经费卡', '生成', '状态', '付款', '金额'],
        ...view.settlements.map((s): Cell[] => [
          s.settlementNo,
          s.side === 'own' ? sideText.own : `${sideText[s.side]}：${s.other}`,
          s.fundingNo,
          s.createdAt,
          s.stageLabel,
          s.paidAt ?? '',
          yuan(s.totalFen),
        ]),
      ],
    },
    {
      name: '发票',
      rows: [
        ['发票号码', '抬头', '开票日期', '金额', '已红冲', '状态'],
        ...view.invoices.map((i): Cell[] => [
          i.invoiceNo,
          i.title,
          i.issuedOn,
          yuan(i.amountFen),
          yuan(i.reddenedFen),
          i.reddenedFen === 0 ? '有效' : i.reddenedFen === i.amountFen ? '已红冲' : '部分红冲',
        ]),
      ],
    },
  ]
}

function summary(view: StatementView): Sheet {
  const { sums, owed } = view
  return {
    name: '汇总',
    rows: [
      ['客户', view.customerName],
      ['单位', view.company],
      ['时段', `${view.firstDay} 至 ${view.lastDay}`],
      ['生成时间', view.madeAt],
      ['期初预存余额（元）', yuan(view.openingFen)],
      ['期末预存余额（元）', yuan(view.closingFen)],
      ['交付订单原价（元）', yuan(sums.grossFen)],
      ['优惠（元）', yuan(sums.discountFen)],
      ['净额（元）', yuan(sums.netFen)],
      ['支付结算单（元）', yuan(sums.paidFen)],
      ['退款（元）', yuan(sums.refundedFen)],
      ['开票（元）', yuan(sums.invoicedFen)],
      ['未结算（元）', yuan(owed.unsettledFen)],
      ['待付款（元）', yuan(owed.unpaidFen)],
      ['其中逾期（元）', yuan(owed.overdueFen)],
      ...view.ways.map((way): Cell[] => [`${way.label}收到（元）`, yuan(way.inFen)]),
    ],
  }
}

function movements(view: StatementView): Sheet {
  return view.months.length > 0
    ? {
        name: '各月',
        rows: [
          ['月份', '收入', '支出', '月末余额', '交付订单净额'],
          ...view.months.map((m): Cell[] => [
            m.month,
            yuan(m.inFen),
            yuan(m.outFen),
            yuan(m.closingFen),
            yuan(m.deliveredFen),
          ]),
        ],
      }
    : {
        name: '流水',
        rows: [
          ['时间', '类别', '说明', '金额', '余额'],
          ...view.movements.map((m): Cell[] => [m.at, m.what, m.memo, yuan(m.amountFen), yuan(m.balanceFen)]),
        ],
      }
}

function yuan(fen: number | null): Cell {
  return fen === null ? null : fen / 100
}
