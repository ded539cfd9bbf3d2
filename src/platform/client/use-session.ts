import { useSyncExternalStore } from 'react'
import { readSession, type SessionOwner, watchSession } from './session.ts'

/** Whether a session record is stored: undefined during hydration, then true or false. Follows changes in all tabs. */
export function useSignedIn(owner: SessionOwner): boolean | undefined {
  return useSyncExternalStore(
    (callback) => watchSession(owner, () => callback()),
    () => readSession(owner) !== undefined,
    () => undefined,
  )
}
