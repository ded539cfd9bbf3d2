import { useEffect, useState } from 'react'
import type { SearchBoxProps, Suggestion } from '../../ui/inputs/search-box.tsx'
import { forgetSearches, searchHistory } from './search-history.ts'

/** The pause after the last key before suggestions are requested. */
const PAUSE_MS = 30

/** The list under the search box: recent searches while the box is empty, then suggestions, requested once per pause in typing. */
export function useSuggestions(): Pick<SearchBoxProps, 'suggestions' | 'onQuery'> {
  const [typed, setTyped] = useState<string>()
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const kw = typed?.trim()
  useEffect(() => {
    if (kw === undefined) return
    if (kw === '') return setSuggestions(remembered(() => setSuggestions([])))
    const asking = new AbortController()
    const show = (found: readonly Suggestion[]) => {
      if (!asking.signal.aborted) setSuggestions(found)
    }
    // A failure shows no message, because the box still searches without suggestions.
    const timer = setTimeout(() => suggestionsFor(kw, asking.signal).then(show, () => show([])), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [kw])
  return { suggestions, onQuery: setTyped }
}

function remembered(onForgotten: () => void): Suggestion[] {
  const words = searchHistory()
  if (words.length === 0) return []
  const forget = () => {
    forgetSearches()
    onForgotten()
  }
  return [
    ...words.map((text) => ({ id: `h${text}`, text, note: '搜过' })),
    { id: 'forget', text: '清除搜索记录', act: forget },
  ]
}

/** Uses fetch() directly: importing the declared call (web/suggest) would load its validator on every page with a search box. */
async function suggestionsFor(kw: string, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await fetch(`/api/open/web/suggest?${new URLSearchParams({ kw })}`, { signal })
  const { data } = (await answer.json()) as { data: { rid: number; name: string; match: string }[] | null }
  return (data ?? []).map(({ rid, name, match }) => ({
    id: String(rid),
    text: name,
    to: `/detail/${rid}`,
    note: match || undefined,
  }))
}
