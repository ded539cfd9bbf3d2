import { useState } from 'react'
import type { FieldState } from '../../../ui/field.tsx'
import type { FormErrors } from '../../../ui/form-state.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ContentKind } from '../define-kind-rules.ts'
import { FieldInput } from './field-input.tsx'

/** All fields of a form, or its sections one at a time. A new error opens the first section that has one. */
export function Sections({
  kind,
  errors,
  at,
}: {
  kind: ContentKind
  errors: FormErrors
  at: (path: string) => FieldState
}) {
  const [open, setOpen] = useState(kind.sections?.[0]?.name)
  const [seen, setSeen] = useState(errors)
  const inputs = (names: readonly string[]) =>
    names.map((name) => {
      const field = kind.fields[name]
      return field && <FieldInput key={name} field={field} path={name} at={at} />
    })
  if (!kind.sections) return inputs(Object.keys(kind.fields))
  const faulty = (fields: readonly string[]) =>
    Object.keys(errors).filter((path) => fields.includes(path.split('.')[0] ?? '')).length
  if (seen !== errors) {
    setSeen(errors)
    const current = kind.sections.find(({ name }) => name === open)
    const first = kind.sections.find(({ fields }) => faulty(fields) > 0)
    if (first && !(current && faulty(current.fields) > 0)) setOpen(first.name)
  }
  return (
    <Tabs
      label={kind.label}
      current={open}
      onChange={setOpen}
      tabs={kind.sections.map(({ name, label, fields }) => {
        const count = faulty(fields)
        return {
          id: name,
          label,
          ...(count > 0 ? { count } : {}),
          content: <div className="stack">{inputs(fields)}</div>,
        }
      })}
    />
  )
}
