import { useState } from 'react'
import type { FieldState } from '../../ui/inputs/field.tsx'
import { Menu } from '../../ui/feedback/menu.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { type FieldKind, fieldKindLabels, type ParameterForm } from '../catalogue/forms/form-rules.ts'
import type { PriceRule } from '../catalogue/prices/price-rules.ts'
import { FieldCard } from './field-card.tsx'
import css from './form-editing.module.css'
import { blankField, moved } from './field-edit-rules.ts'
import { TryOut } from './try-out.tsx'

interface EditorProps {
  /** Reads and writes a value of the edited project by its path. */
  at: (path: string) => FieldState
  path: string
  form: ParameterForm
  rule: PriceRule
}

/** The parameter form of a project as a list of fields, with the form that customers will see at the side. */
export function FormEditor({ at, path, form, rule }: EditorProps) {
  const state = at(path)
  const [open, setOpen] = useState<string>()
  const [dragged, setDragged] = useState<number>()
  const { fields } = form
  const set = (next: ParameterForm['fields']) => state.set({ ...form, fields: next })
  const move = (from: number, to: number) => set(moved(fields, from, to))
  const add = (kind: FieldKind) => {
    const field = blankField(kind, form)
    set([...fields, field])
    setOpen(field.key)
  }
  return (
    <div className={css.columns}>
      <div className={css.list}>
        {fields.length === 0 && <EmptyState title="还没有参数，客户下单时只填样品" icon="file" />}
        <ol role="list" aria-label="参数字段" className={css.cards}>
          {fields.map((field, index) => (
            <FieldCard
              key={field.key}
              at={at}
              path={`${path}.fields.${index}`}
              form={form}
              rule={rule}
              field={field}
              index={index}
              count={fields.length}
              open={open === field.key || hasBlankLabel(field)}
              onOpen={(isOpen) => setOpen(isOpen ? field.key : undefined)}
              onMove={(to) => move(index, to)}
              onRemove={() => set(fields.toSpliced(index, 1))}
              dragging={dragged === index}
              onDrag={(dragging) => setDragged(dragging ? index : undefined)}
              onDrop={() => {
                if (dragged !== undefined) move(dragged, index)
                setDragged(undefined)
              }}
            />
          ))}
        </ol>
        <Menu
          label="添加字段"
          items={(Object.keys(fieldKindLabels) as FieldKind[]).map((kind) => ({
            label: fieldKindLabels[kind],
            onClick: () => add(kind),
          }))}
        />
      </div>
      <TryOut form={form} rule={rule} />
    </div>
  )
}

/** A field without a name stays open, because the form cannot be saved with it. */
function hasBlankLabel({ label }: { label: string }): boolean {
  return label.trim() === ''
}
