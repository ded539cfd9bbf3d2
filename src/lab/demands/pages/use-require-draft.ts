import { type RefObject, useEffect, useState } from 'react'

const KEY = 'mingxi.require'
const KEPT_DAYS = 7

interface Draft {
  at: number
  values: Record<string, string>
}

/** Keeps the typed text on this device for a week or until it is sent. `answered`: the server has returned the form with its values. */
export function useRequireDraft(form: RefObject<HTMLFormElement | null>, answered: boolean) {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    const draft = readDraft()
    if (!draft || answered) return
    let restored = false
    for (const [name, value] of Object.entries(draft.values)) {
      const field = form.current?.elements.namedItem(name)
      const writable = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      // Text typed before JavaScript was loaded is newer than the draft.
      if (!writable || field.value !== '' || value === '') continue
      field.value = value
      restored = true
    }
    setKept(restored)
  }, [form, answered])
  const save = () => {
    if (!form.current) return
    const texts = [...new FormData(form.current)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'idempotencyKey',
    )
    try {
      localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), values: Object.fromEntries(texts) } satisfies Draft))
      setKept(true)
    } catch {
      // Without storage there is no draft, but the page works.
    }
  }
  const clear = () => {
    forgetDraft()
    form.current?.reset()
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea') ?? [])
      field.value = ''
    setKept(false)
  }
  return { kept, save, clear }
}

export function forgetDraft(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing is stored.
  }
}

function readDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null
    const fresh = typeof draft?.at === 'number' && Date.now() - draft.at < KEPT_DAYS * 86_400_000
    return fresh && typeof draft.values === 'object' && draft.values !== null ? draft : undefined
  } catch {
    return undefined
  }
}
