import { useState } from 'react'
import { type AnyIndex, fieldsOf } from '../../platform/contract/index-list.ts'
import { Button } from '../inputs/button.tsx'
import { Checkbox } from '../inputs/choice.tsx'
import { Dialog } from '../feedback/dialog.tsx'
import css from './index.module.css'

interface Props {
  index: AnyIndex
  columns: readonly string[]
  onColumns: (columns: string[] | undefined) => void
  onClose: () => void
}

/** Which columns are shown, and in which order; the file of an export has the same. */
export function ColumnDialog({ index, columns, onColumns, onClose }: Props) {
  const all = fieldsOf(index)
  const [order, setOrder] = useState([
    ...columns,
    ...all.map(([name]) => name).filter((name) => !columns.includes(name)),
  ])
  const [shown, setShown] = useState(new Set(columns))
  const move = (at: number, by: -1 | 1) => {
    const next = [...order]
    const [name] = next.splice(at, 1)
    if (name !== undefined) next.splice(at + by, 0, name)
    setOrder(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="显示的列"
      size="s"
      footer={
        <>
          <Button onClick={() => onColumns(undefined)}>恢复默认</Button>
          <Button
            variant="primary"
            disabled={shown.size === 0}
            onClick={() => onColumns(order.filter((name) => shown.has(name)))}
          >
            应用
          </Button>
        </>
      }
    >
      <ul role="list" className={css.columns}>
        {order.map((name, at) => {
          const label = index.fields[name]?.label ?? name
          return (
            <li key={name} className={css.column}>
              <Checkbox
                value={shown.has(name)}
                onValue={(on) => setShown(new Set(on ? [...shown, name] : [...shown].filter((each) => each !== name)))}
              >
                {label}
              </Checkbox>
              <span className="cluster">
                <Button
                  size="s"
                  icon="chevron-up"
                  aria-label={`上移 ${label}`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <Button
                  size="s"
                  icon="chevron-down"
                  aria-label={`下移 ${label}`}
                  disabled={at === order.length - 1}
                  onClick={() => move(at, 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

/** The columns that an index shows by itself. */
export function ownColumns(index: AnyIndex): string[] {
  return fieldsOf(index)
    .filter(([, field]) => !field.aside)
    .map(([name]) => name)
}
