import { useEffect, useRef } from 'react'

const SIGNS = ['pointerdown', 'keydown', 'scroll', 'touchstart', 'pointermove'] as const
/** Shared by all tabs, so that work in one keeps the others signed in. */
const LAST_KEY = 'mingxi.staff.active'
const CHECK_MS = 15_000

/**
 * Calls back when no tab had input for this time. The server ends a session without calls by itself; a page that polls every minute makes
 * calls although nobody is there, so the browser watches for input.
 */
export function useIdle(minutes: number | undefined, onIdle: () => void): void {
  const latest = useRef(onIdle)
  latest.current = onIdle
  useEffect(() => {
    if (minutes === undefined) return
    let noted = 0
    const note = () => {
      const now = Date.now()
      if (now - noted < CHECK_MS) return
      noted = now
      localStorage.setItem(LAST_KEY, String(now))
    }
    note()
    const timer = setInterval(() => {
      if (Date.now() - Number(localStorage.getItem(LAST_KEY) ?? noted) > minutes * 60_000) latest.current()
    }, CHECK_MS)
    for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, note)
    }
  }, [minutes])
}
