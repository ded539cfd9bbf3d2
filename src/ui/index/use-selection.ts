import { useState } from 'react'

export interface Selection<Row> {
  keys: ReadonlySet<string>
  rows: Row[]
  /** All rows that match the list, also those on other pages. */
  all: boolean
  onSelect: (keys: Set<string>) => void
  selectAll: () => void
  clear: () => void
}

/** Selected rows over several pages: the rows are kept when another page is shown. Another list (`of`) begins with none. */
export function useSelection<Row>(of: string, shown: readonly Row[], key: (row: Row) => string): Selection<Row> {
  const [state, setState] = useState({ of, rows: new Map<string, Row>(), all: false })
  const current = state.of === of ? state : { of, rows: new Map<string, Row>(), all: false }
  const { rows, all } = current
  const keys = new Set(all ? shown.map(key) : rows.keys())
  const onSelect = (next: Set<string>) => {
    const kept = new Map<string, Row>()
    for (const row of shown) if (next.has(key(row))) kept.set(key(row), row)
    for (const [name, row] of rows) if (next.has(name)) kept.set(name, row)
    setState({ of, rows: kept, all: false })
  }
  return {
    keys,
    rows: [...rows.values()],
    all,
    onSelect,
    selectAll: () => setState({ of, rows: new Map(), all: true }),
    clear: () => setState({ of, rows: new Map(), all: false }),
  }
}
