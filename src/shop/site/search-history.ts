const KEY = 'mingxi.search'
const MOST = 8

/** The searches of this device, newest first; stored in the browser only. */
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
    // When the storage is full or forbidden, only the history is lost.
  }
}
