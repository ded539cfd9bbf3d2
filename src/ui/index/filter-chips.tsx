import { type KeyboardEvent, useRef, useState } from 'react'
import { type AnyIndex, fieldsOf, filterText } from '../../platform/contract/index-list.ts'
import { Button } from '../inputs/button.tsx'
import { Icon } from '../text/icon.tsx'
import { Menu } from '../feedback/menu.tsx'
import css from './index.module.css'
import { FilterDialog } from './filter-dialog.tsx'
import type { IndexState } from './use-index-address.ts'

/** The conditions of a list: each a chip that opens its editor, removed by its cross or by Delete. Without a condition they are one menu beside the search; on a phone they scroll sideways. */
export function FilterChips({ index, state }: { index: AnyIndex; state: IndexState }) {
  const [edited, setEdited] = useState<string>()
  const row = useRef<HTMLDivElement>(null)
  const { query, filter, go } = state
  const fields = fieldsOf(index).filter(([, field]) => !field.noFilter)
  const set = fields.filter(([name]) => query.filters[name] !== undefined)
  const open = fields.find(([name]) => name === edited)
  const remove = (name: string, at: number) => {
    filter(name, undefined)
    // The focus goes to the next chip, or to the button that adds one.
    requestAnimationFrame(() => {
      const chips = row.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? []
      const next = chips[Math.min(at, chips.length - 1)] ?? row.current?.querySelector<HTMLElement>('summary')
      next?.focus()
    })
  }
  const onKeyDown = (event: KeyboardEvent, name: string, at: number) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    remove(name, at)
  }
  return (
    <div className={css.chips} ref={row} role="group" aria-label="筛选条件">
      <Menu
        name="添加筛选"
        label={
          <span>
            <span className={css.lead}>添加</span>筛选
          </span>
        }
        items={fields.map(([name, field]) => ({ label: field.label, onClick: () => setEdited(name) }))}
      />
      <div className={css.strip}>
        {set.map(([name, field], at) => {
          const text = filterText(field, query.filters[name] ?? '')
          return (
            <span key={name} className={css.chip}>
              <button
                type="button"
                data-chip={name}
                className={css.edit}
                aria-keyshortcuts="Delete"
                onClick={() => setEdited(name)}
                onKeyDown={(event) => onKeyDown(event, name, at)}
              >
                {field.label}：{text}
              </button>
              <button
                type="button"
                className={css.remove}
                aria-label={`移除筛选 ${field.label}`}
                onClick={() => remove(name, at)}
              >
                <Icon name="close" size={14} />
              </button>
            </span>
          )
        })}
        {(set.length > 1 || (set.length === 1 && query.kw !== '')) && (
          <Button size="s" variant="quiet" onClick={() => go({ filters: {}, kw: '' })}>
            全部清除
          </Button>
        )}
      </div>
      {open && (
        <FilterDialog
          key={open[0]}
          field={open[1]}
          value={query.filters[open[0]]}
          onClose={() => setEdited(undefined)}
          onSet={(value) => {
            filter(open[0], value)
            setEdited(undefined)
          }}
        />
      )}
    </div>
  )
}
