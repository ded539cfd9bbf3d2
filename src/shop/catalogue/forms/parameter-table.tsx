import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { repeatEarlyInput } from '../../../ui/inputs/early-input.ts'
import { NumberInput, Select, TextInput } from '../../../ui/inputs/input.tsx'
import type { TableColumn, TableField } from './form-rules.ts'
import css from './parameter-form.module.css'

type Row = Record<string, unknown>

/** A small table of typed cells. An empty table shows a first row to fill in. */
export function ParameterTable({
  field,
  value,
  onValue,
}: {
  field: TableField
  value: unknown
  onValue: (value: unknown) => void
}) {
  const rows: Row[] = Array.isArray(value) && value.length > 0 ? value : [{}]
  const most = field.most ?? 50
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  // This control is loaded after the page was hydrated, so the page could not repeat what was typed into it before.
  useEffect(() => void (box.current && repeatEarlyInput(box.current)), [])
  const setCell = (index: number, key: string, cell: unknown) =>
    onValue(rows.map((row, at) => (at === index ? { ...row, [key]: cell } : row)))
  return (
    <div ref={box} className={css.tableBox}>
      <table className={css.table}>
        <caption className="visually-hidden">{field.label}</caption>
        <thead>
          <tr>
            {field.columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
                {column.required && <span className={css.required}> *</span>}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no id; their index is their identity.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {field.columns.map((column) => (
                <td key={column.key}>
                  <Cell
                    id={`${id}-${index}-${column.key}`}
                    column={column}
                    label={`第 ${index + 1} 行 ${column.label}`}
                    value={row[column.key]}
                    onValue={(cell) => setCell(index, column.key, cell)}
                  />
                </td>
              ))}
              <td className={css.rowAction}>
                <Button
                  variant="quiet"
                  size="s"
                  icon="close"
                  aria-label={`删除第 ${index + 1} 行`}
                  disabled={rows.length === 1}
                  onClick={() => onValue(rows.filter((_, at) => at !== index))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="secondary" size="s" disabled={rows.length >= most} onClick={() => onValue([...rows, {}])}>
        增加一行
      </Button>
    </div>
  )
}

type CellProps = { id: string; column: TableColumn; label: string; value: unknown; onValue: (value: unknown) => void }

/** A Field labels a single control, so each cell of a table has its own id and label. */
function Cell({ id, column, label, value, onValue }: CellProps) {
  const own = { id, 'aria-label': label }
  if (column.kind === 'number') {
    return (
      <NumberInput {...own} value={typeof value === 'number' ? value : null} onValue={onValue} unit={column.unit} />
    )
  }
  if (column.kind === 'choice') {
    return (
      <Select
        {...own}
        value={typeof value === 'string' ? value : null}
        onValue={onValue}
        options={column.options}
        placeholder="请选择"
      />
    )
  }
  return (
    <TextInput
      {...own}
      value={typeof value === 'string' ? value : ''}
      onValue={onValue}
      maxLength={column.maxLength ?? 100}
    />
  )
}
