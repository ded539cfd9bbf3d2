import { createStore, get, update, type UseStore } from 'idb-keyval'
import type { Waiting } from './waiting-rules.ts'

// Kept in IndexedDB, since local storage takes no photos.

const KEY = 'waiting'
let store: UseStore | undefined
const opened = () => (store ??= createStore('mingxi-bench', 'work'))

export async function readWaiting(): Promise<Waiting[]> {
  return (await get<Waiting[]>(KEY, opened())) ?? []
}

/** In one transaction, so that a second tab loses nothing. */
export function changeWaiting(change: (before: Waiting[]) => Waiting[]): Promise<void> {
  return update<Waiting[]>(KEY, (before) => change(before ?? []), opened())
}

export function changeOne(key: string, how: Partial<Waiting>): Promise<void> {
  return changeWaiting((before) => before.map((one) => (one.key === key ? { ...one, ...how } : one)))
}

export function dropOne(key: string): Promise<void> {
  return changeWaiting((before) => before.filter((one) => one.key !== key))
}
