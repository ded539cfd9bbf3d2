import { useCallback, useRef, useSyncExternalStore } from 'react'
import { type SessionOwner, watchSession } from './session.ts'

/**
 * A number that changes when the person of before has left, here, in another tab or while the page lay in the browser's history. `forget`
 * comes first and in the same moment, so that what is drawn for the next person finds nothing that was read, not for one frame.
 */
export function useTurn(owner: SessionOwner, forget: () => void): number {
  const turn = useRef(0)
  const subscribe = useCallback(
    (changed: () => void) =>
      watchSession(owner, (hasLeft) => {
        if (!hasLeft) return
        forget()
        turn.current += 1
        changed()
      }),
    [owner, forget],
  )
  return useSyncExternalStore(
    subscribe,
    () => turn.current,
    () => 0,
  )
}
