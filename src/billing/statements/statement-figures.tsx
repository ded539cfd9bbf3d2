import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import type { StatementView } from './contract.ts'
import { redNote } from './rules.ts'

/** The statement on a page: the sums, the accounts, and every list. */
export function StatementFigures({ view }: { view: StatementView }) {
  const owedFen = view.owed.unsettledFen + view.owed.unpaidFen
  return (
    <div className="stack">
      <p>
        {view.firstDay} 至 {view.lastDay}，{view.madeAt.slice(0, 16)} 生成{view.running && '；该时段尚未结束'}
      </p>
      <DescriptionList
        items={[
          { term: '期初预存余额', value: <Money fen={view.openingFen} /> },
          { term: '期末预存余额', value: <Money fen={view.closingFen} price /> },
          { term: '交付订单净额', value: <Money fen={view.sums.netFen} /> },
          { term: '其中优惠', value: <Money fen={view.sums.discountFen} /> },
          { term: '支付结算单', value: <Money fen={view.sums.paidFen} /> },
          { term: '退款', value: <Money fen={view.sums.refundedFen} /> },
          { term: '开具发票', value: <Money fen={view.sums.invoicedFen} /> },
          { term: '尚未付款', value: <Money fen={owedFen} /> },
        ]}
      />
      <Part title="账户" columns={accounts} rows={view.accounts} rowKey={(row) => row.label} />
      <Part title="各月" columns={months} rows={view.months} rowKey={(row) => row.month} />
      <Part
        title="预存余额流水"
        columns={movements}
        rows={view.movements.map((row, i) => ({ ...row, key: String(i) }))}
        rowKey={(row) => row.key}
      />
      <Part title="收付渠道" columns={ways} rows={view.ways} rowKey={(row) => row.label} />
      <Part title="交付的订单" columns={orders} rows={view.orders} rowKey={(row) => row.orderNo} />
      <Part title="结算单" columns={settlements} rows={view.settlements} rowKey={(row) => row.settlementNo} />
      <Part title="开具的发票" columns={invoices} rows={view.invoices} rowKey={(row) => row.invoiceNo} />
    </div>
  )
}

/** Nothing is shown for an empty list; the printed statement says so. */
function Part<Row>(props: { title: string; columns: Column<Row>[]; rows: Row[]; rowKey: (row: Row) => string }) {
  if (props.rows.length === 0) return null
  return (
    <Card title={props.title}>
      <Table caption={props.title} hideCaption columns={props.columns} rows={props.rows} rowKey={props.rowKey} />
    </Card>
  )
}

const fen = <Row,>(key: string, header: string, of: (row: Row) => number | null, none = '—'): Column<Row> => ({
  key,
  header,
  align: 'end',
  render: (row) => {
    const value = of(row)
    return value === null ? none : <Money fen={value} />
  },
})
const text = <Row,>(key: string, header: string, of: (row: Row) => ReactNode): Column<Row> => ({
  key,
  header,
  render: of,
})
const number = (value: ReactNode) => <span className="num">{value}</span>

type Of<K extends keyof StatementView> = StatementView[K] extends (infer Row)[] ? Row : never

const accounts: Column<Of<'accounts'>>[] = [
  { key: 'label', header: '账户', rowHeader: true, render: (row) => row.label },
  fen('opening', '期初', (row) => row.openingFen),
  fen('in', '收入', (row) => row.inFen),
  fen('out', '支出', (row) => row.outFen),
  fen('closing', '期末', (row) => row.closingFen),
]
const months: Column<Of<'months'>>[] = [
  { key: 'month', header: '月份', rowHeader: true, render: (row) => number(row.month) },
  fen('in', '收入', (row) => row.inFen),
  fen('out', '支出', (row) => row.outFen),
  fen('closing', '月末余额', (row) => row.closingFen),
  fen('delivered', '交付订单净额', (row) => row.deliveredFen),
]
const movements: Column<Of<'movements'> & { key: string }>[] = [
  { key: 'at', header: '时间', rowHeader: true, render: (row) => number(row.at.slice(0, 16)) },
  text('what', '类别', (row) => row.what),
  text('memo', '说明', (row) => row.memo),
  fen('amount', '金额', (row) => row.amountFen),
  fen('balance', '余额', (row) => row.balanceFen),
]
const ways: Column<Of<'ways'>>[] = [
  { key: 'label', header: '渠道', rowHeader: true, render: (row) => row.label },
  fen('in', '收到', (row) => row.inFen),
  fen('out', '退出', (row) => row.outFen),
]
const orders: Column<Of<'orders'>>[] = [
  { key: 'no', header: '订单', rowHeader: true, render: (row) => number(row.orderNo) },
  text('title', '项目', (row) => row.title),
  text('funding', '课题号/经费卡', (row) => row.fundingNo || '—'),
  text('delivered', '交付', (row) => number(row.deliveredAt.slice(0, 10))),
  fen('gross', '原价', (row) => row.grossFen),
  fen('discount', '优惠', (row) => row.discountFen),
  fen('net', '净额', (row) => row.netFen, '待核定'),
]
const settlements: Column<Of<'settlements'>>[] = [
  { key: 'no', header: '结算单', rowHeader: true, render: (row) => number(row.settlementNo) },
  text('side', '付款人 / 客户', (row) =>
    row.side === 'own' ? '本人' : `${row.side === 'payer' ? '客户' : '付款人'}：${row.other}`,
  ),
  text('funding', '课题号/经费卡', (row) => row.fundingNo || '—'),
  text('stage', '状态', (row) => row.stageLabel),
  text('paid', '付款', (row) => number(row.paidAt?.slice(0, 10) ?? '—')),
  fen('total', '金额', (row) => row.totalFen),
]
const invoices: Column<Of<'invoices'>>[] = [
  {
    key: 'no',
    header: '发票号码',
    rowHeader: true,
    render: (row) => number(`${row.invoiceNo}${redNote(row)}`),
  },
  text('title', '抬头', (row) => row.title),
  text('issued', '开票日期', (row) => number(row.issuedOn)),
  fen('amount', '金额', (row) => row.amountFen),
]
