import { useSearchParams } from 'react-router'

export interface Address {
  /** What the address says of a filter; empty when it says nothing. */
  get: (name: string) => string
  /** One of the known values, or the first of them: an address is typed by anybody. */
  oneOf: <T extends string>(name: string, known: readonly [T, ...T[]]) => T
  page: number
  /** The address of the same list with something changed. Whoever changes a filter begins at its first page. */
  href: (change: Record<string, string | number>) => string
}

/** Tabs, filters and the page of a list stand in the address, so that a list survives a reload and can be sent to a colleague. */
export function useAddress(): Address {
  const [search] = useSearchParams()
  const get = (name: string) => search.get(name)?.slice(0, 100) ?? ''
  return {
    get,
    oneOf: (name, known) => known.find((value) => value === get(name)) ?? known[0],
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(get('page'))) || 1)),
    href: (change) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries<string | number>({ page: 1, ...change })) {
        if (value === '' || (name === 'page' && value === 1)) next.delete(name)
        else next.set(name, String(value))
      }
      return `?${next}`
    },
  }
}
