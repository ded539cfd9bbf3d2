import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { Field, type FieldState } from '../../../ui/inputs/field.tsx'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { type Application, invoiceApplyPaid } from '../contract.ts'
import { overLeft } from '../rules.ts'
import { shortDay } from '../../../ui/text/day-text.ts'

/** A chosen order with the amount as it is typed: undefined while it is empty, NaN while it cannot be read. */
export interface ChosenItem {
  orderNo: string
  amountFen: number | undefined
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
  chosen: readonly ChosenItem[]
  onChange: (chosen: ChosenItem[]) => void
  /** The field of the amount of the nth chosen order. */
  at: (index: number) => FieldState
}

/** Chooses paid orders, and how much of each; the whole amount left at first. The choice is kept across pages. */
export function ItemPicker(props: Props) {
  const { own, chosen, onChange, at } = props
  if (!own) return <PaidItems {...props} />
  const rows = own.map((line) => ({ orderNo: line.orderNo, title: line.about, paidAt: '', leftFen: null }))
  return (
    <Table
      caption="开票款项"
      hideCaption
      columns={columns(chosen, at)}
      rows={rows}
      rowKey={(row) => row.orderNo}
      {...selection(rows, chosen, onChange, new Map(own.map((line) => [line.orderNo, line.amountFen])))}
    />
  )
}

function PaidItems({ month, chosen, onChange, at }: Props) {
  const [page, setPage] = useState(1)
  const paid = useCall(invoiceApplyPaid, { ...(month === '' ? {} : { month }), page, size: 10 })
  const rows = paid.data?.list ?? []
  return (
    <PagedTable
      of={paid}
      page={page}
      onPage={setPage}
      caption="可开票的款项"
      columns={columns(chosen, at)}
      rowKey={(row) => row.orderNo}
      empty="没有可开票的款项"
      {...selection(rows, chosen, onChange, new Map(rows.map((row) => [row.orderNo, row.leftFen])))}
    />
  )
}

function selection(
  rows: readonly Row[],
  chosen: Props['chosen'],
  onChange: Props['onChange'],
  amounts: ReadonlyMap<string, number | null>,
) {
  const selected = new Set(chosen.map(({ orderNo }) => orderNo))
  return {
    selected,
    rowName: (row: Row) => `订单 ${row.orderNo}`,
    onSelect: (keys: Set<string>) => {
      const shown = new Set(rows.map((row) => row.orderNo))
      const kept = chosen.filter(({ orderNo }) => !shown.has(orderNo) || keys.has(orderNo))
      const added = [...keys].filter((orderNo) => !selected.has(orderNo))
      onChange([...kept, ...added.map((orderNo) => ({ orderNo, amountFen: amounts.get(orderNo) ?? undefined }))])
    },
  }
}

function columns(chosen: Props['chosen'], at: Props['at']): Column<Row>[] {
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
      render: (row) => {
        const index = chosen.findIndex(({ orderNo }) => orderNo === row.orderNo)
        return index < 0 ? '—' : <AmountField row={row} of={at(index)} />
      },
    },
  ]
}

function AmountField({ row, of }: { row: Row; of: FieldState }) {
  return (
    <Field
      label={`订单 ${row.orderNo} 本次开票金额`}
      hideLabel
      of={of}
      error={of.error ?? overLeft(of.value as number | undefined, row.leftFen)}
    >
      <MoneyInput />
    </Field>
  )
}
