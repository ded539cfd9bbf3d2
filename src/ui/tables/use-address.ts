import { useSearchParams } from 'react-router'

export interface Address {
  /** The value of a filter in the address; empty when it is absent. */
  get: (name: string) => string
  /** One of the known values, or the first of them for any other text. */
  oneOf: <T extends string>(name: string, known: readonly [T, ...T[]]) => T
  page: number
  /** The address of the same list with changed parameters. A changed filter resets the page to the first. */
  href: (change: Record<string, string | number>) => string
}

/** Tab, filters and page of a list in the address, so that it survives a reload and can be sent to a colleague. */
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
