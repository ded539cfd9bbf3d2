import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '../platform/client/transport.ts'
import type { SearchBoxProps, Suggestion } from '../ui/search-box.tsx'

const PAUSE_MS = 120

/** Suggestions for the search box while somebody types: at most one question per pause in typing. */
export function useSuggestions(): Pick<SearchBoxProps, 'suggestions' | 'onQuery'> {
  const [typed, setTyped] = useState('')
  const [kw, setKw] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKw(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: ['suggest', kw],
    // Every public page has the search box, few visitors type into it: the declaration, and zod with it, comes when it is needed.
    queryFn: async ({ signal }) => send((await import('./contract.ts')).suggest, { kw }, { signal }),
    enabled: kw !== '',
    placeholderData: (former) => former,
    retry: false,
  })
  const suggestions: Suggestion[] =
    kw === '' || !data
      ? []
      : data.map(({ rid, name, match }) => ({
          id: String(rid),
          text: name,
          to: `/detail/${rid}`,
          note: match || undefined,
        }))
  return { suggestions, onQuery: setTyped }
}
