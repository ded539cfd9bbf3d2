import { useEffect, useState } from 'react'
import type { SearchBoxProps, Suggestion } from '../ui/search-box.tsx'

const PAUSE_MS = 120

/** Suggestions for the search box while somebody types: at most one question per pause in typing. */
export function useSuggestions(): Pick<SearchBoxProps, 'suggestions' | 'onQuery'> {
  const [typed, setTyped] = useState('')
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const kw = typed.trim()
  useEffect(() => {
    if (kw === '') return setSuggestions([])
    const asking = new AbortController()
    const show = (found: readonly Suggestion[]) => {
      if (!asking.signal.aborted) setSuggestions(found)
    }
    // Without suggestions the box still searches, so a failure is not worth a message.
    const timer = setTimeout(() => suggestionsFor(kw, asking.signal).then(show, () => show([])), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [kw])
  return { suggestions, onQuery: setTyped }
}

/** Every public page has the search box, few visitors type into it: what asks the server, and zod with it, comes when it is needed. */
async function suggestionsFor(kw: string, signal: AbortSignal): Promise<Suggestion[]> {
  const [{ send }, { suggest }] = await Promise.all([
    import('../platform/client/transport.ts'),
    import('./contract.ts'),
  ])
  const found = await send(suggest, { kw }, { signal })
  return found.map(({ rid, name, match }) => ({
    id: String(rid),
    text: name,
    to: `/detail/${rid}`,
    note: match || undefined,
  }))
}
