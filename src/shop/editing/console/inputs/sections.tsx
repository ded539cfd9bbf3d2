import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { cx } from '../../../../ui/text/class-names.ts'
import type { FieldState } from '../../../../ui/inputs/field.tsx'
import type { FormErrors } from '../../../../ui/inputs/form-state.ts'
import { LinkTabs } from '../../../../ui/layout/tabs.tsx'
import type { ContentKind } from '../../kinds/define-kind-rules.ts'
import { ChangedField } from '../changed-field.tsx'
import { FieldInput } from './field-input.tsx'
import { faultsOf, sectionToOpen } from './section-rules.ts'
import css from '../item-page.module.css'

/** All fields of a form, or its sections one at a time. A new error opens the first section that has one. */
export function Sections({
  kind,
  errors,
  changed,
  at,
}: {
  kind: ContentKind
  errors: FormErrors
  /** The names of the fields that differ from the published version. */
  changed: ReadonlySet<string>
  at: (path: string) => FieldState
}) {
  const [search, setSearch] = useSearchParams()
  const sections = kind.sections ?? []
  const open = sections.find(({ name }) => name === search.get('section')) ?? sections[0]
  const before = useRef<FormErrors>({})
  useEffect(() => {
    const wanted = sectionToOpen(sections, { open: open?.name, errors, before: before.current })
    before.current = errors
    if (wanted) setSearch({ section: wanted }, { replace: true, preventScrollReset: true })
    // Only new errors change the section; afterwards the person may look at another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [errors])
  const inputs = (names: readonly string[]) =>
    names.map((name) => {
      const field = kind.fields[name]
      return (
        field && (
          <ChangedField key={name} changed={changed.has(name)}>
            <FieldInput field={field} path={name} at={at} />
          </ChangedField>
        )
      )
    })
  if (!kind.sections) return inputs(Object.keys(kind.fields))
  return (
    <>
      <LinkTabs
        label={kind.label}
        tabs={sections.map(({ name, label, fields }) => {
          const count = faultsOf(fields, errors)
          return {
            to: `?section=${name}`,
            label: fields.some((field) => changed.has(field)) ? <ChangedLabel label={label} /> : label,
            current: name === open?.name,
            ...(count > 0 ? { count } : {}),
          }
        })}
      />
      {/* All sections stay mounted, so that unsaved text and checks are kept. */}
      {sections.map(({ name, label, fields }) => (
        <section key={name} aria-label={label} hidden={name !== open?.name}>
          <div className={cx('stack', isWide(kind, fields) ? undefined : css.form)}>{inputs(fields)}</div>
        </section>
      ))}
    </>
  )
}

/** The dot repeats what screen readers hear. */
function ChangedLabel({ label }: { label: string }) {
  return (
    <>
      {label}
      <span className={css.dot} aria-hidden="true" />
      <span className="visually-hidden">（有修改）</span>
    </>
  )
}

/** Editors with a try-out at the side, and rows of many columns, use the whole width. */
function isWide(kind: ContentKind, fields: readonly string[]): boolean {
  return fields.some((name) => ['form', 'price', 'requirements'].includes(kind.fields[name]?.control ?? ''))
}
