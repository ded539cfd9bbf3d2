import { useState } from 'react'
import type { Placed } from '../../../../core/settings/arrangement-rules.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../../ui/inputs/choice.tsx'
import { cx } from '../../../../ui/text/class-names.ts'
import { Icon } from '../../../../ui/text/icon.tsx'
import type { ContentField } from '../../kinds/field-rules.ts'
import css from './arrange-input.module.css'
import { useList } from './list-inputs.tsx'

/** Fixed parts in an order, each shown or hidden. Buttons move a part by keyboard and on a phone; a mouse drags it by its handle. */
export function ArrangeInput({ field }: { field: ContentField }) {
  const { list, set } = useList<Placed>()
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const labelOf = (name: string) => field.options?.find(({ value }) => value === name)?.label ?? name
  const move = (name: string, to: number) => {
    const from = list.findIndex((each) => each.name === name)
    const moved = list[from]
    if (!moved || from === to || to < 0 || to >= list.length) return
    set(list.toSpliced(from, 1).toSpliced(to, 0, moved))
    setSaid(`${labelOf(name)}移到第 ${to + 1} 位，共 ${list.length} 位`)
  }
  const show = (name: string, shown: boolean) =>
    set(list.map((each) => (each.name === name ? { ...each, shown } : each)))
  return (
    <>
      <ol className={css.list} aria-label={`${field.label}的顺序`}>
        {list.map(({ name, shown }, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse; keyboard users have the buttons
          <li
            key={name}
            draggable
            className={cx(css.part, dragged === name && css.dragged, !shown && css.hidden)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', labelOf(name))
              setDragged(name)
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              if (dragged !== name) move(dragged, at)
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <span className={css.handle}>
              <Icon name="menu" size={18} />
            </span>
            <span className={css.name}>{labelOf(name)}</span>
            <Checkbox value={shown} onValue={(value) => show(name, value)} aria-label={`显示${labelOf(name)}`}>
              显示
            </Checkbox>
            <span className="cluster">
              <Button
                size="s"
                icon="chevron-up"
                disabled={at === 0}
                aria-label={`上移 ${labelOf(name)}`}
                onClick={() => move(name, at - 1)}
              >
                上移
              </Button>
              <Button
                size="s"
                icon="chevron-down"
                disabled={at === list.length - 1}
                aria-label={`下移 ${labelOf(name)}`}
                onClick={() => move(name, at + 1)}
              >
                下移
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}
