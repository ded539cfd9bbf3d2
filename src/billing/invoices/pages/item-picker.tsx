import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { type Application, invoiceApplyPaid } from '../contract.ts'
import { shortDay } from '../../../ui/text/day-text.ts'

/** The amount of each chosen order. */
export type Chosen = ReadonlyMap<string, number>

export function sumOf(chosen: Chosen): number {
  return [...chosen.values()].reduce((sum, amountFen) => sum + (Number.isFinite(amountFen) ? amountFen : 0), 0)
}

interface Row {
  orderNo: string
  title: string
  paidAt: string
  /** Null: known to the server only, because the application itself takes a part of it. */
  leftFen: number | null
}

interface Props {
  /** Empty: of all months. */
  month: string
  /** The lines of the application that is corrected. */
  own?: Application['lines'] | undefined
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** Chooses paid orders, and how much of each; the whole amount left at first. The choice is kept across pages. */
export function ItemPicker(props: Props) {
  const { own, chosen, onChange } = props
  if (!own) return <PaidItems {...props} />
  const rows = own.map((line) => ({ orderNo: line.orderNo, title: line.about, paidAt: '', leftFen: null }))
  return (
    <Table
      caption="开票款项"
      hideCaption
      columns={columns(chosen, onChange)}
      rows={rows}
      rowKey={(row) => row.orderNo}
      {...selection(rows, chosen, onChange, new Map(own.map((line) => [line.orderNo, line.amountFen])))}
    />
  )
}

function PaidItems({ month, chosen, onChange }: Props) {
  const [page, setPage] = useState(1)
  const paid = useCall(invoiceApplyPaid, { ...(month === '' ? {} : { month }), page, size: 10 })
  const rows = paid.data?.list ?? []
  return (
    <PagedTable
      of={paid}
      page={page}
      onPage={setPage}
      caption="可开票的款项"
      columns={columns(chosen, onChange)}
      rowKey={(row) => row.orderNo}
      empty="没有可开票的款项"
      {...selection(rows, chosen, onChange, new Map(rows.map((row) => [row.orderNo, row.leftFen])))}
    />
  )
}

function selection(rows: readonly Row[], chosen: Chosen, onChange: Props['onChange'], amounts: Chosen) {
  return {
    selected: new Set(chosen.keys()),
    rowName: (row: Row) => `订单 ${row.orderNo}`,
    onSelect: (keys: Set<string>) => {
      const shown = new Set(rows.map((row) => row.orderNo))
      const next = new Map([...chosen].filter(([orderNo]) => !shown.has(orderNo) || keys.has(orderNo)))
      for (const orderNo of keys) if (!next.has(orderNo)) next.set(orderNo, amounts.get(orderNo) ?? 0)
      onChange(next)
    },
  }
}

function columns(chosen: Chosen, onChange: Props['onChange']): Column<Row>[] {
  return [
    {
      key: 'order',
      header: '订单',
      rowHeader: true,
      render: (row) => (
        <span>
          <span className="num">{row.orderNo}</span> {row.title}
        </span>
      ),
    },
    {
      key: 'paid',
      header: '付款时间',
      render: (row) => <span className="num">{shortDay(row.paidAt) ?? '—'}</span>,
    },
    {
      key: 'left',
      header: '可开票',
      align: 'end',
      render: (row) => (row.leftFen === null ? '—' : <Money fen={row.leftFen} />),
    },
    {
      key: 'amount',
      header: '本次开票',
      align: 'end',
      width: '9em',
      render: (row) =>
        chosen.has(row.orderNo) ? (
          <MoneyInput
            aria-label={`订单 ${row.orderNo} 本次开票金额`}
            value={chosen.get(row.orderNo) ?? null}
            onValue={(fen) => onChange(new Map(chosen).set(row.orderNo, fen || 0))}
          />
        ) : (
          '—'
        ),
    },
  ]
}
