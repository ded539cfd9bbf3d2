import { useState } from 'react'

const FOLDED_KEY = 'mingxi.console.folded'
const KEPT_KEY = 'mingxi.console.kept'

/** Names that this browser remembers, such as the folded groups of the menu, and a function that adds or removes one. */
function useRemembered(key: string): [ReadonlySet<string>, (name: string) => void] {
  const [names, setNames] = useState(() => namesIn(key))
  const toggle = (name: string) => {
    const next = new Set(names)
    if (!next.delete(name)) next.add(name)
    localStorage.setItem(key, JSON.stringify([...next]))
    setNames(next)
  }
  return [names, toggle]
}

/** The heads of the groups that are folded. */
export const useFolded = () => useRemembered(FOLDED_KEY)

/** The addresses of the entries that stand at the top. */
export const useKept = () => useRemembered(KEPT_KEY)

function namesIn(key: string): Set<string> {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}
