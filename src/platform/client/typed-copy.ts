/**
 * A copy of the unsent input of a form in local storage: it survives the end of a session, a closed page and a refusal. Each copy
 * belongs to one person and one form and is restored for that person only. Two open pages keep separate copies.
 */
export interface TypedCopy<T> {
  /** The key in local storage. */
  key: string
  typed: T
  /** Epoch milliseconds. */
  at: number
}

const PREFIX = 'mingxi.typed.'
const KEPT_MS = 7 * 86_400_000
/** Random id of this page load. */
const page = Math.random().toString(36).slice(2, 10)

function keyOf(person: string, form: string): string {
  return `${PREFIX}${person}.${form}.${page}`
}

/** Stores the current input of this page. False when the browser has no room or forbids storage. */
export function keepTyped(person: string, form: string, typed: unknown): boolean {
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify({ at: Date.now(), typed }))
    return true
  } catch {
    return false
  }
}

/** The copies of this person and form, newest first. Deletes copies of anybody that are older than a week. */
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
    // Storage is forbidden, so nothing was stored.
  }
}

/** Deletes the copy of this page, because the server has saved the input or the person discarded it. */
export function forgetTyped(person: string, form: string): void {
  forgetCopy(keyOf(person, form))
}

/** Copies of forms, the draft of a demand, the words searched for, and the forms of projects that this tab keeps. */
const TYPED = /^mingxi\.(typed\.|require$|search$|detail\.)/

/** Deletes all that was typed. Called when a person signs out, so that the next person at this computer finds nothing. */
export function forgetAllTyped(): void {
  try {
    for (const kept of [localStorage, sessionStorage])
      for (const key of Object.keys(kept)) if (TYPED.test(key)) kept.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
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
