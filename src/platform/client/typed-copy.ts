/**
 * What a person has typed into a form and the server has not kept yet, in this browser's storage: it survives the end of a session, a
 * closed page and a refusal. Each copy belongs to one person and one form, and is read back for that person only. Two pages of one
 * browser write beside each other, never over each other.
 */
export interface TypedCopy<T> {
  /** Names this copy in the storage. */
  key: string
  typed: T
  /** Epoch milliseconds. */
  at: number
}

const PREFIX = 'mingxi.typed.'
const KEPT_MS = 7 * 86_400_000
/** One per page load. */
const page = Math.random().toString(36).slice(2, 10)

function keyOf(person: string, form: string): string {
  return `${PREFIX}${person}.${form}.${page}`
}

/** Keeps the newest state of this page. False where the browser has no room or forbids storage. */
export function keepTyped(person: string, form: string, typed: unknown): boolean {
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify({ at: Date.now(), typed }))
    return true
  } catch {
    return false
  }
}

/** The copies of this person and form, newest first. Whatever is older than a week goes, whoever typed it. */
export function typedCopies<T>(person: string, form: string): TypedCopy<T>[] {
  const found: TypedCopy<T>[] = []
  for (const key of typedKeys()) {
    const copy = readCopy<T>(key)
    if (!copy || Date.now() - copy.at > KEPT_MS) forgetCopy(key)
    else if (key.startsWith(`${PREFIX}${person}.${form}.`)) found.push(copy)
  }
  return found.toSorted((a, b) => b.at - a.at)
}

export function forgetCopy(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept then.
  }
}

/** The server has kept what this page typed, or it is not wanted any more. */
export function forgetTyped(person: string, form: string): void {
  forgetCopy(keyOf(person, form))
}

/** Whoever signs out of their own will leaves nothing behind for the next person at this computer. */
export function forgetAllTyped(): void {
  for (const key of typedKeys()) forgetCopy(key)
}

function typedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

function readCopy<T>(key: string): TypedCopy<T> | undefined {
  try {
    const copy = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof copy?.at === 'number' && copy.typed ? { key, typed: copy.typed as T, at: copy.at } : undefined
  } catch {
    return undefined
  }
}
