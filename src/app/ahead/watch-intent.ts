/** A pointer that crosses a menu stays on an entry for less than this. */
const DWELL_MS = 65
/** Somebody who reads a long menu with the pointer must not come near the limits of the server. */
const MOST_A_MINUTE = 30

/**
 * Calls back with the address of a link that a person is about to follow: the pointer rests on it, the focus is on it, or it is being pressed.
 * Only links of this area, and only plain ones that the router follows.
 */
export function watchIntent(area: RegExp, onIntent: (url: URL) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let times: number[] = []
  const act = (url: URL) => {
    const now = Date.now()
    times = times.filter((time) => now - time < 60_000)
    if (times.length >= MOST_A_MINUTE) return
    times.push(now)
    onIntent(url)
  }
  const rest = (event: Event) => {
    clearTimeout(timer)
    if (savesData() || (event instanceof PointerEvent && event.pointerType !== 'mouse')) return
    const url = addressOf(event.target, area)
    if (url) timer = setTimeout(() => act(url), DWELL_MS)
  }
  const press = (event: PointerEvent) => {
    clearTimeout(timer)
    const url = event.button === 0 ? addressOf(event.target, area) : undefined
    if (url) act(url)
  }
  document.addEventListener('pointerover', rest, { passive: true })
  document.addEventListener('focusin', rest, { passive: true })
  document.addEventListener('pointerdown', press, { passive: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', rest)
    document.removeEventListener('focusin', rest)
    document.removeEventListener('pointerdown', press)
  }
}

function addressOf(target: EventTarget | null, area: RegExp): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return undefined
  const isHere = link.pathname === location.pathname && link.search === location.search
  return area.test(link.pathname) && !isHere ? new URL(link.href) : undefined
}

/** The browser was told to save data: only what is being opened is read. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
