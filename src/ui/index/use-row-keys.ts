import { type RefObject, useEffect } from 'react'

export interface RowPreview {
  shown: string | undefined
  show: (key: string | undefined) => void
}

/** What gets the focus of a row: its link, or what can be done with it where there is none. */
const controls = ['th[scope="row"] a', 'td button', 'td a', 'td input']

/**
 * Keys of a list: `j` and `k` go to the next and previous row and focus its link, so that Enter opens it; `x` selects the row, and the space bar
 * shows its preview, which then follows `j` and `k`. Only outside of fields and dialogs.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, preview?: RowPreview): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (isField(event.target) || document.querySelector('dialog[open]')) return
      const rows = [...(list.current?.querySelectorAll<HTMLTableRowElement>('tbody tr[data-key]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const row = rows[at]
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[at < 0 ? 0 : Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)]
        if (!next) return
        event.preventDefault()
        const control = controls.map((each) => next.querySelector<HTMLElement>(each)).find((found) => found !== null)
        control?.focus()
        next.scrollIntoView({ block: 'nearest' })
        if (preview?.shown !== undefined) preview.show(next.dataset.key)
      } else if (event.key === 'x' && row) {
        event.preventDefault()
        row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
      } else if (event.key === ' ' && row && preview && document.activeElement instanceof HTMLAnchorElement) {
        event.preventDefault()
        preview.show(preview.shown === row.dataset.key ? undefined : row.dataset.key)
      } else if (event.key === 'Escape' && preview?.shown !== undefined) preview.show(undefined)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list, preview])
}

export function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
}
