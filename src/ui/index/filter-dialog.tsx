import { useState } from 'react'
import { isCondition } from '../../platform/contract/index-address.ts'
import { filterSchema, type FilterValue, type IndexField, type Range } from '../../platform/contract/index-list.ts'
import { Button } from '../inputs/button.tsx'
import { Checkbox } from '../inputs/choice.tsx'
import { Dialog } from '../feedback/dialog.tsx'
import { Field } from '../inputs/field.tsx'
import { MoneyInput, NumberInput, TextInput } from '../inputs/input.tsx'
import css from './index.module.css'

interface Props {
  field: IndexField<never>
  value: FilterValue | undefined
  onSet: (value: FilterValue | undefined) => void
  onClose: () => void
}

/** The editor of a condition, by the kind of its field. An empty condition clears it. */
export function FilterDialog({ field, value, onSet, onClose }: Props) {
  const [draft, setDraft] = useState<FilterValue>(value ?? emptyOf(field))
  const [error, setError] = useState<string>()
  const apply = () => {
    if (!isCondition(draft)) return onSet(undefined)
    const { success, data, error: wrong } = filterSchema(field).safeParse(draft)
    if (success) onSet(data)
    else setError(wrong.issues[0]?.message ?? '筛选格式不正确')
  }
  return (
    <Dialog open onClose={onClose} title={`筛选：${field.label}`} size="s">
      <form
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Editor field={field} draft={draft} onDraft={setDraft} />
        {error && <p role="alert">{error}</p>}
        <div className="cluster" style={{ justifyContent: 'flex-end' }}>
          {value !== undefined && <Button onClick={() => onSet(undefined)}>清除</Button>}
          <Button type="submit" variant="primary">
            应用
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface EditorProps {
  field: IndexField<never>
  draft: FilterValue
  onDraft: (value: FilterValue) => void
}

function Editor({ field, draft, onDraft }: EditorProps) {
  if (typeof draft === 'string')
    return (
      <Field label={`${field.label}包含`}>
        <TextInput value={draft} maxLength={60} onValue={onDraft} />
      </Field>
    )
  if (Array.isArray(draft))
    return (
      <Field label={field.label} as="group">
        {Object.entries(field.options ?? {}).map(([key, label]) => (
          <Checkbox
            key={key}
            value={draft.includes(key)}
            onValue={(on) => onDraft(on ? [...draft, key] : draft.filter((each) => each !== key))}
          >
            {label}
          </Checkbox>
        ))}
      </Field>
    )
  return <RangeEditor field={field} draft={draft} onDraft={onDraft} />
}

function RangeEditor({
  field,
  draft,
  onDraft,
}: {
  field: IndexField<never>
  draft: Range
  onDraft: (value: Range) => void
}) {
  if (field.kind === 'fen')
    return (
      <div className={css.range}>
        <Field label="不低于">
          <MoneyInput value={draft.fromFen} onValue={(fromFen) => onDraft({ ...draft, fromFen })} />
        </Field>
        <Field label="不高于">
          <MoneyInput value={draft.toFen} onValue={(toFen) => onDraft({ ...draft, toFen })} />
        </Field>
      </div>
    )
  if (field.kind === 'count')
    return (
      <div className={css.range}>
        <Field label="不少于">
          <NumberInput value={number(draft.from)} onValue={(from) => onDraft({ ...draft, from })} />
        </Field>
        <Field label="不多于">
          <NumberInput value={number(draft.to)} onValue={(to) => onDraft({ ...draft, to })} />
        </Field>
      </div>
    )
  return (
    <div className={css.range}>
      <Field label="从">
        <TextInput
          type="date"
          value={String(draft.from ?? '')}
          onValue={(from) => onDraft({ ...draft, from: from || undefined })}
        />
      </Field>
      <Field label="到（含当日）">
        <TextInput
          type="date"
          value={String(draft.to ?? '')}
          onValue={(to) => onDraft({ ...draft, to: to || undefined })}
        />
      </Field>
    </div>
  )
}

const number = (value: string | number | undefined) => (value === undefined ? undefined : Number(value))

function emptyOf({ kind }: IndexField<never>): FilterValue {
  if (kind === 'text') return ''
  return kind === 'choice' ? [] : {}
}
