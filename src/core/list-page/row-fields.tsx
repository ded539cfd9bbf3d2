import { minuteText, shortDay } from '../../ui/text/day-text.ts'
import type { ReactNode } from 'react'
import { type AnyIndex, fieldsOf, type IndexField } from '../../platform/contract/index-list.ts'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import type { Column } from '../../ui/tables/table.tsx'

/** How a column is shown, where the kind of its field is not enough. */
export type Look<Row> = Partial<Omit<Column<Row>, 'key' | 'sortable'>>

type Looks<Row> = Partial<Record<string, Look<Row>>>

export function columnsOf<Row>(index: AnyIndex, shown: readonly string[], looks: Looks<Row>): Column<Row>[] {
  return shown.flatMap((name) => {
    const field = index.fields[name]
    if (!field) return []
    const own: Column<Row> = {
      key: name,
      header: field.label,
      render: (row) => cellOf(field, field.value(row)),
      ...(field.kind === 'fen' || field.kind === 'count' ? { align: 'end' as const } : {}),
      ...(field.sorts ? { sortable: true } : {}),
    }
    return { ...own, ...looks[name] }
  })
}

function cellOf({ kind, options }: IndexField<never>, value: string | number | null): ReactNode {
  if (value === null || value === '') return '—'
  if (kind === 'fen') return <Money fen={Number(value)} />
  if (kind === 'choice') return options?.[value] ?? value
  if (kind === 'time')
    return (
      <span className="num" title={String(value)}>
        {minuteText(String(value))}
      </span>
    )
  if (kind === 'day')
    return (
      <span className="num" title={String(value)}>
        {shortDay(String(value))}
      </span>
    )
  if (kind === 'count') return <span className="num">{value}</span>
  return value
}

/** Every field of a row, also those whose columns are hidden: the preview of a list that has none of its own. */
export function RowFields<Row>({ index, row, looks }: { index: AnyIndex; row: Row; looks: Looks<Row> }) {
  const names = fieldsOf(index).map(([name]) => name)
  return (
    <DescriptionList
      single
      items={columnsOf<Row>(index, names, looks).map(({ key, render }) => ({
        term: index.fields[key]?.label ?? key,
        value: render(row, 0),
      }))}
    />
  )
}
