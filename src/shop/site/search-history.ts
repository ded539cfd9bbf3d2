const KEY = 'mingxi.search'
const MOST = 8

/** What has been searched for on this device, newest first. It never leaves it. */
export function searchHistory(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberSearch(kw: string): void {
  if (kw !== '') write([kw, ...searchHistory().filter((word) => word !== kw)].slice(0, MOST))
}

export function forgetSearches(): void {
  write([])
}

function write(words: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(words))
  } catch {
    // A full or forbidden storage costs the history, not the search.
  }
}
