/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role --
   `display: grid` on the cards of a phone takes the table roles away from the elements; written out, they stay. */
import { type CSSProperties, memo, type ReactNode, useCallback, useId, useRef } from 'react'
import { cx } from '../text/class-names.ts'
import { Icon } from '../text/icon.tsx'
import css from './table.module.css'

export type Column<Row> = {
  key: string
  header: ReactNode
  render: (row: Row, index: number) => ReactNode
  /** `end` for money and counts: right-aligned, tabular. */
  align?: 'start' | 'center' | 'end'
  width?: string
  /** The label in a phone's card; '' gives the cell the whole width. Defaults to the header, when it is text. */
  cardLabel?: string
  /** This column names its row. */
  rowHeader?: boolean
  sortable?: boolean
  /** Words of any length: in dense rows they are cut off where they would push another column out of sight. */
  words?: boolean
  /** The line (of two) that shows this column on a phone when the table has `lines`; without it the column is hidden there. */
  line?: 1 | 2
}

export type Sort = { key: string; direction: 'ascending' | 'descending' }

export type TableProps<Row> = {
  /** Names the table and its scrolling region. */
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Keeps a scrolling table on a phone. */
  noCards?: boolean
  /** Two lines per row on a phone instead of a card, for long lists. */
  lines?: boolean
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** The accessible name of a row's checkbox. */
  rowName?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Shown when there are no rows. */
  empty?: ReactNode
  footer?: ReactNode
}

/** A real table at every width. Below 640 px CSS lays it out as cards; explicit roles keep it a table for assistive technology. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, hideCaption, columns, rows, rowKey, noCards, lines, empty, footer } = props
  const id = useId()
  // Without rows there is nothing to select, and on a phone the box would stand alone above the empty list.
  const selects = props.onSelect !== undefined && rows.length > 0
  const span = columns.length + (selects ? 1 : 0)
  const toggle = useToggle(props)
  return (
    // Focusable, because a scrolling region must be scrollable by keyboard.
    <div
      role="region"
      aria-labelledby={id}
      tabIndex={0}
      className={css.scroll}
      style={{ '--columns': span } as CSSProperties}
    >
      <table role="table" className={cx(css.table, lines ? css.lines : !noCards && css.cards)}>
        <caption id={id} className={hideCaption ? 'visually-hidden' : css.caption}>
          {caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {selects && <SelectAll {...props} />}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const key = rowKey(row)
            const check = props.onSelect && {
              name: props.rowName?.(row) ?? key,
              on: props.selected?.has(key) ?? false,
              toggle,
            }
            return <BodyRow key={key} own={key} check={check} row={row} index={index} columns={columns} />
          })}
          {rows.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={span} className={css.empty}>
                {empty ?? '还没有数据'}
              </td>
            </tr>
          )}
        </tbody>
        {footer && <tfoot role="rowgroup">{footer}</tfoot>}
      </table>
    </div>
  )
}

function HeaderCell<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const turn = () => onSort?.({ key: column.key, direction: direction === 'descending' ? 'ascending' : 'descending' })
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={direction}
      style={{ width: column.width }}
      className={alignClass(column)}
    >
      {column.sortable && onSort ? (
        <button type="button" className={css.sort} onClick={turn}>
          {column.header}
          <Icon
            name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'}
            size={14}
            opacity={direction ? 1 : 0.4}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

/** Switches one row of the selection. It stays the same function, so that choosing a row renders no other row again. */
function useToggle<Row>({ selected, onSelect }: TableProps<Row>): (key: string) => void {
  const latest = useRef({ selected, onSelect })
  latest.current = { selected, onSelect }
  return useCallback((key) => {
    const next = new Set(latest.current.selected)
    if (!next.delete(key)) next.add(key)
    latest.current.onSelect?.(next)
  }, [])
}

interface CellsProps<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
}

interface RowProps<Row> extends CellsProps<Row> {
  own: string
  check: { name: string; on: boolean; toggle: (key: string) => void } | undefined
}

function BodyRow<Row>({ own, check, ...cells }: RowProps<Row>) {
  return (
    <tr role="row" data-selected={check?.on || undefined} data-key={own}>
      {check && (
        <td role="cell" className={css.check}>
          <input
            type="checkbox"
            checked={check.on}
            onChange={() => check.toggle(own)}
            aria-label={`选择 ${check.name}`}
          />
        </td>
      )}
      <Cells {...cells} />
    </tr>
  )
}

/**
 * The cells of a row are rendered again only when the row or the columns are other objects. A list that keeps both, by `useMemo`, pays for the
 * rows that changed; one that makes its columns anew pays for all.
 */
const Cells = memo(function Cells<Row>({ row, index, columns }: CellsProps<Row>) {
  return columns.map((column) => {
    const label = column.cardLabel ?? (typeof column.header === 'string' ? column.header : '')
    const className = alignClass(column)
    const content = column.render(row, index)
    return column.rowHeader ? (
      <th
        key={column.key}
        scope="row"
        role="rowheader"
        className={className}
        data-label={label || undefined}
        data-line={column.line}
      >
        {content}
      </th>
    ) : (
      <td
        key={column.key}
        role="cell"
        className={className}
        data-label={label || undefined}
        data-nothing={content === '—' || undefined}
        data-line={column.line}
      >
        {content}
      </td>
    )
  })
}) as <Row>(props: CellsProps<Row>) => ReactNode

function SelectAll<Row>({ rows, rowKey, selected, onSelect }: TableProps<Row>) {
  const keys = rows.map(rowKey)
  const count = keys.filter((key) => selected?.has(key)).length
  const all = keys.length > 0 && count === keys.length
  return (
    <th scope="col" role="columnheader" className={css.check}>
      <input
        type="checkbox"
        aria-label="选择本页全部"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all
        }}
        onChange={() =>
          onSelect?.(
            new Set(all ? [...(selected ?? [])].filter((key) => !keys.includes(key)) : [...(selected ?? []), ...keys]),
          )
        }
      />
    </th>
  )
}

const alignClass = ({ align, words }: { align?: string; words?: boolean }) =>
  words ? css.words : align === 'end' ? css.end : align === 'center' ? css.center : undefined
