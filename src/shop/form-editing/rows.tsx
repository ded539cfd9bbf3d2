import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import css from './form-editing.module.css'
import { moved } from './field-edit-rules.ts'

/** Rows of a list with buttons to add, move and remove them. */
export function Rows<T>({
  label,
  list,
  onList,
  blank,
  most,
  children,
}: {
  label: string
  list: readonly T[]
  onList: (next: T[]) => void
  blank: () => T
  most: number
  children: (item: T, index: number) => ReactNode
}) {
  // A stable key per row, so that the text being typed moves with it.
  const [keys, setKeys] = useState(() => list.map((_, index) => index))
  const keyAt = (index: number) => keys[index] ?? index
  const allKeys = () => list.map((_, index) => keyAt(index))
  return (
    <div className={css.rows}>
      {list.map((item, index) => (
        <div key={keyAt(index)} role="group" aria-label={`${label} ${index + 1}`} className={css.row}>
          {children(item, index)}
          <span className={css.rowTools}>
            <Button
              size="s"
              icon="chevron-up"
              disabled={index === 0}
              aria-label={`上移${label} ${index + 1}`}
              onClick={() => {
                onList(moved(list, index, index - 1))
                setKeys(moved(allKeys(), index, index - 1))
              }}
            />
            <Button
              size="s"
              icon="trash"
              aria-label={`删除${label} ${index + 1}`}
              onClick={() => {
                onList(list.toSpliced(index, 1))
                setKeys(allKeys().toSpliced(index, 1))
              }}
            />
          </span>
        </div>
      ))}
      {list.length < most && (
        <span>
          <Button
            size="s"
            icon="plus"
            onClick={() => {
              onList([...list, blank()])
              setKeys([...allKeys(), Math.max(-1, ...allKeys()) + 1])
            }}
          >
            添加{label}
          </Button>
        </span>
      )}
    </div>
  )
}
