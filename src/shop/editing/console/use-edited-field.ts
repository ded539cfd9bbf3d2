import { type FocusEvent, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { changesOf, sectionWith } from '../change-rules.ts'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import type { ContentItem } from '../revisions/revision-contract.ts'

type Data = Record<string, unknown>

/** What the form holds, and its differences to the published version. Typing does not wait for either. */
export function useTyped(kind: ContentKind, live: ContentItem['live']) {
  const [typed, setTyped] = useState<Data>()
  const follow = useCallback((data: Data) => startTransition(() => setTyped(data)), [])
  const changes = useMemo(() => (live && typed ? changesOf(kind, live.data, typed) : []), [kind, live, typed])
  return { typed, follow, changes }
}

/** The field that is being edited: where the page shows it, and a jump to another one, in whatever section it stands. */
export function useEditedField(kind: ContentKind) {
  const [search, setSearch] = useSearchParams()
  const [focused, setFocused] = useState<string>()
  const [wanted, setWanted] = useState<string>()
  const section = kind.sections?.find(({ name }) => name === search.get('section')) ?? kind.sections?.[0]
  useEffect(() => {
    // The section of the field is shown by the navigation that `jump` started.
    if (wanted === undefined || (section && !section.fields.includes(wanted))) return
    focusField(wanted)
    setWanted(undefined)
  }, [wanted, section])
  const jump = (field: string) => {
    const target = sectionWith(kind, field)
    if (target !== section?.name) setSearch({ section: target ?? '' }, { replace: true, preventScrollReset: true })
    setWanted(field)
  }
  const seen = section && !(focused && section.fields.includes(focused)) ? section.fields : [focused ?? '']
  return {
    place: seen.map((field) => kind.places?.[field]).find((place) => place !== undefined),
    jump,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const name = target.closest<HTMLElement>('[data-field]')?.dataset.field?.split('.')[0]
      if (name !== undefined) setFocused(name)
    },
  }
}

function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`form [data-field="${CSS.escape(name)}"]`)
  const control = field?.querySelector<HTMLElement>('input, select, textarea, button, [contenteditable], [tabindex]')
  const target = control ?? field
  target?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: field.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
}
