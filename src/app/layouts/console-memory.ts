import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const DENSE_KEY = 'mingxi.console.dense'
const PLACE_KEY = 'mingxi.console.place'

/** Whether tables have one line per row, remembered in this browser. Staff work through long lists, so they do until somebody wants more room. */
export function useDenseRows(): [boolean, (dense: boolean) => void] {
  const [dense, setDense] = useState(() => localStorage.getItem(DENSE_KEY) !== 'no')
  return [
    dense,
    (next) => {
      localStorage.setItem(DENSE_KEY, next ? 'yes' : 'no')
      setDense(next)
    },
  ]
}

/** After signing in, a person returns to the last page in this browser, if the role may still open it. */
export function useLastPlace(staffId: number | undefined, mayOpen: (path: string) => boolean): void {
  const { pathname, search, state } = useLocation()
  const latest = useRef({ navigate: useNavigate(), mayOpen })
  latest.current.mayOpen = mayOpen
  const arrived = (state as { signedIn?: boolean } | null)?.signedIn === true
  useEffect(() => {
    if (staffId === undefined) return
    const place = arrived ? placeOfPerson(staffId) : undefined
    if (place !== undefined && latest.current.mayOpen(place.split('?')[0] ?? ''))
      void latest.current.navigate(place, { replace: true })
    else localStorage.setItem(PLACE_KEY, JSON.stringify({ staffId, path: pathname + search }))
  }, [staffId, pathname, search, arrived])
}

function placeOfPerson(staffId: number): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE_KEY) ?? 'null') as { staffId?: unknown; path?: unknown } | null
    const path = kept?.path
    return kept?.staffId === staffId && typeof path === 'string' && /^\/console(\/|\?|$)/.test(path) ? path : undefined
  } catch {
    return undefined
  }
}
