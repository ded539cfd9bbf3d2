import type { Entry } from './entry-rules.ts'

const KEY = 'mingxi.console.opened'
const MOST = 6

/** The records that this person opened last through the search, newest first. Kept until the session ends or the tab is closed, because titles name customers. */
export function recentOf(staffId: number): Entry[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { staffId?: unknown; entries?: unknown } | null
    return kept?.staffId === staffId && Array.isArray(kept.entries) ? kept.entries.filter(isEntry) : []
  } catch {
    return []
  }
}

export function remember(staffId: number, { key, title, note, to }: Entry): void {
  const entries = [{ key, title, note, to }, ...recentOf(staffId).filter((entry) => entry.to !== to)].slice(0, MOST)
  sessionStorage.setItem(KEY, JSON.stringify({ staffId, entries }))
}

export function forgetRecent(): void {
  sessionStorage.removeItem(KEY)
}

function isEntry(value: unknown): value is Entry {
  const { key, title, to } = value as Partial<Record<string, unknown>>
  return [key, title, to].every((text) => typeof text === 'string') && String(to).startsWith('/console/')
}
