import { useCallback, useRef, useSyncExternalStore } from 'react'
import { type SessionOwner, watchSession } from './session.ts'

/**
 * A number that increases when the person has left, in this tab, in another tab or while the page was in the browser's history. `forget`
 * runs first and in the same task, so that no frame for the next person shows data of the previous one.
 */
export function usePersonChange(owner: SessionOwner, forget: () => void): number {
  const changes = useRef(0)
  const subscribe = useCallback(
    (changed: () => void) =>
      watchSession(owner, (hasLeft) => {
        if (!hasLeft) return
        forget()
        changes.current += 1
        changed()
      }),
    [owner, forget],
  )
  return useSyncExternalStore(
    subscribe,
    () => changes.current,
    () => 0,
  )
}
