import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, type IndexAddress, queryOfAddress } from '../../platform/contract/index-address.ts'
import type { AnyIndex, FilterValue } from '../../platform/contract/index-list.ts'

export interface IndexState {
  query: IndexAddress
  /** The address of the list with something changed; any change but that of the position goes to the first page. */
  href: (change: Partial<IndexAddress>) => string
  go: (change: Partial<IndexAddress>) => void
  /** Sets the condition on a field, or clears it. */
  filter: (name: string, value: FilterValue | undefined) => void
}

/** Everything about a list is in its address, so that it survives a reload and can be sent to a colleague. */
export function useIndexAddress(index: AnyIndex): IndexState {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const query = queryOfAddress(index, address)
  const href = (change: Partial<IndexAddress>) =>
    `?${addressOf(index, { ...query, after: undefined, before: undefined, ...change })}`
  const go = (change: Partial<IndexAddress>) => void navigate(href(change), { preventScrollReset: true })
  const filter = (name: string, value: FilterValue | undefined) => go({ filters: { ...query.filters, [name]: value } })
  return { query, href, go, filter }
}

/** Sorting by a field begins with the largest, which is mostly the latest or the highest. */
export function useSorting({ query, go }: IndexState) {
  const { sort } = query
  const key = sort.replace(/^-/, '')
  const onSort = useCallback(
    (next: { key: string; direction: 'ascending' | 'descending' }) =>
      go({ sort: next.direction === 'descending' ? `-${next.key}` : next.key }),
    [go],
  )
  return { sort: { key, direction: sort === key ? ('ascending' as const) : ('descending' as const) }, onSort }
}
