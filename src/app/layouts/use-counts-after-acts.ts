import { useEffect } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { staffActed } from '../../platform/client/shell-events.ts'
import { useRefresh } from '../../platform/client/use-call.ts'

/** Several acts one after another are counted once. */
const SETTLED_MS = 1000

/** Reads the work of the menu again a moment after an act of this tab. What others do is counted within a minute. */
export function useCountsAfterActs(counts: readonly Call[]): void {
  const refresh = useRefresh()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(counts), SETTLED_MS)
    }
    staffActed.addEventListener('acted', later)
    return () => {
      clearTimeout(timer)
      staffActed.removeEventListener('acted', later)
    }
  }, [refresh, counts])
}
