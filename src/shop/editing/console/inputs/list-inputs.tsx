import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/inputs/button.tsx'
import { cx } from '../../../../ui/text/class-names.ts'
import { useFieldLink } from '../../../../ui/inputs/field.tsx'
import { TextInput } from '../../../../ui/inputs/input.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import type { ContentField } from '../../kinds/field-rules.ts'
import css from '../../inputs.module.css'

/** The list that a field holds, and functions that change it. */
export function useList<T>() {
  const state = useFieldLink()?.state
  const list = Array.isArray(state?.value) ? (state.value as T[]) : []
  return {
    list,
    set: (next: readonly T[]) => state?.set(next),
    add: (item: T) => state?.set([...list, item]),
    remove: (index: number) => state?.set(list.filter((_, at) => at !== index)),
    /** Swaps an entry with the one before it. */
    raise: (index: number) => {
      const [before, item] = [list[index - 1], list[index]]
      if (index > 0) state?.set(list.with(index - 1, item as T).with(index, before as T))
    },
  }
}

export function TagsInput({
  label,
  most,
  longest = 20,
}: {
  label: string
  most: number
  longest?: number | undefined
}) {
  const { list, add, remove } = useList<string>()
  const [text, setText] = useState('')
  const take = () => {
    const tag = text.trim()
    if (tag !== '' && !list.includes(tag)) add(tag)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    take()
  }
  return (
    <div className={css.stack}>
      {list.length > 0 && (
        <span className="cluster">
          {list.map((tag, index) => (
            <Tag key={tag} onRemove={() => remove(index)}>
              {tag}
            </Tag>
          ))}
        </span>
      )}
      {list.length < most && (
        <span className={css.add}>
          <TextInput
            name="new-tag"
            value={text}
            onValue={setText}
            onKeyDown={onKeyDown}
            maxLength={longest}
            aria-label={`新的${label}`}
          />
          <Button icon="plus" onClick={take}>
            添加
          </Button>
        </span>
      )}
    </div>
  )
}

export function DatesInput({ label }: { label: string }) {
  const { list, set, remove } = useList<string>()
  const [day, setDay] = useState('')
  return (
    <div className={css.stack}>
      {list.length > 0 && (
        <span className="cluster">
          {list.map((each, index) => (
            <Tag key={each} onRemove={() => remove(index)}>
              {each}
            </Tag>
          ))}
        </span>
      )}
      <span className={css.add}>
        <TextInput type="date" name="new-date" value={day} onValue={setDay} aria-label={`新的${label}`} />
        <Button
          icon="plus"
          onClick={() => {
            if (day !== '' && !list.includes(day)) set([...list, day].toSorted())
            setDay('')
          }}
        >
          添加
        </Button>
      </span>
    </div>
  )
}

/** Entries with more fields stand in columns. */
const MANY_FIELDS = 5

/** Entries of several fields each. */
export function ListInput({
  field,
  input,
}: {
  field: ContentField
  /** The control of a field of an entry. */
  input: (field: ContentField, path: string) => ReactNode
}) {
  const { list, add, remove, raise } = useList<Record<string, unknown>>()
  // A stable key per entry, so that the state inside its controls moves with it.
  const [keys, setKeys] = useState(() => list.map((_, index) => index))
  const keyAt = (index: number) => keys[index] ?? index
  const fields = Object.entries(field.fields ?? {})
  const short = fields.every(([, { control }]) => control === 'text' || control === 'decimal')
  const many = fields.length > MANY_FIELDS
  return (
    <div className={css.stack}>
      {list.map((_, index) => (
        <fieldset key={keyAt(index)} className={cx(css.entry, short && css.compact, many && css.broad)}>
          <legend>
            {field.label} {index + 1}
          </legend>
          {fields.map(([name, each]) => (
            <div key={name}>{input(each, `${index}.${name}`)}</div>
          ))}
          <span className="cluster">
            {index > 0 && (
              <Button
                size="s"
                icon="chevron-up"
                onClick={() => {
                  raise(index)
                  setKeys(keys.with(index - 1, keyAt(index)).with(index, keyAt(index - 1)))
                }}
              >
                上移
              </Button>
            )}
            <Button
              size="s"
              icon="trash"
              aria-label={`删除${field.label} ${index + 1}`}
              onClick={() => {
                remove(index)
                setKeys(keys.toSpliced(index, 1))
              }}
            >
              删除
            </Button>
          </span>
        </fieldset>
      ))}
      {list.length < (field.most ?? Number.POSITIVE_INFINITY) && (
        <span>
          <Button
            icon="plus"
            onClick={() => {
              add(blankEntry(field))
              setKeys([...keys, Math.max(-1, ...keys) + 1])
            }}
          >
            添加{field.label}
          </Button>
        </span>
      )}
    </div>
  )
}

function blankEntry(field: ContentField): Record<string, unknown> {
  const entries = Object.entries(field.fields ?? {}).map(([name, { schema }]) => {
    const parsed = schema.safeParse(undefined)
    return [name, parsed.success ? parsed.data : '']
  })
  return Object.fromEntries(entries)
}
