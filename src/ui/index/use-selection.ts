import { useState } from 'react'

export interface Selection<Row> {
  keys: ReadonlySet<string>
  rows: Row[]
  /** The ids of these rows, as the list answers them. */
  ids: number[]
  /** All rows that match the list, also those on other pages. */
  all: boolean
  onSelect: (keys: Set<string>) => void
  selectAll: () => void
  clear: () => void
}

interface Chosen<Row> {
  row: Row
  id: number
}

interface Shown<Row> {
  list: readonly Row[]
  ids: readonly number[]
}

/** Selected rows over several pages: the rows are kept when another page is shown. Another list (`of`) begins with none. */
export function useSelection<Row>(of: string, shown: Shown<Row>, key: (row: Row) => string): Selection<Row> {
  const [state, setState] = useState({ of, chosen: new Map<string, Chosen<Row>>(), all: false })
  const current = state.of === of ? state : { of, chosen: new Map<string, Chosen<Row>>(), all: false }
  const { chosen, all } = current
  const keys = new Set(all ? shown.list.map(key) : chosen.keys())
  const onSelect = (next: Set<string>) => {
    const kept = new Map<string, Chosen<Row>>()
    for (const [at, row] of shown.list.entries()) {
      const id = shown.ids[at]
      if (next.has(key(row)) && id !== undefined) kept.set(key(row), { row, id })
    }
    for (const [name, one] of chosen) if (next.has(name)) kept.set(name, one)
    setState({ of, chosen: kept, all: false })
  }
  return {
    keys,
    rows: [...chosen.values()].map(({ row }) => row),
    ids: [...chosen.values()].map(({ id }) => id),
    all,
    onSelect,
    selectAll: () => setState({ of, chosen: new Map(), all: true }),
    clear: () => setState({ of, chosen: new Map(), all: false }),
  }
}
