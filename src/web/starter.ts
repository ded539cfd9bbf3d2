/**
 * The only script that a public page runs before the first intent. It stands in the HTML, bundled and minified (scripts/inline-script.mjs), and
 * - starts the page's module script, which waits as text (hydrate-later.ts), at the first intent or when the page has been idle for some seconds;
 * - repeats a click that came before the page was hydrated;
 * - shows the sections that wait to be scrolled near (src/ui/late.ts) one by one once the page is idle;
 * - notes whether an input method is composing text, because hydration must not write into the field meanwhile (typed-before.ts).
 */
const INTENTS = ['pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin']
/** Buttons, and links that may open the login dialog instead of being followed. */
const NEEDS_HYDRATION = 'button, [data-login-entry], a[href^="/member"], a[href^="/experiment"]'
/** Longer than a phone needs for the first frame and its pictures. */
const IDLE_WAIT_MS = 3500

let started = false
let clicked: HTMLElement | undefined
let width = innerWidth
let height = innerHeight

for (const intent of INTENTS) addEventListener(intent, start, { capture: true, passive: true })
if (cannotWait()) start()
document.addEventListener('click', keepClick, true)
addEventListener('hydrated', repeatClick, { once: true })
addEventListener('load', () => whenIdle(() => setTimeout(showNext, IDLE_WAIT_MS)))
addEventListener('resize', showAllForScreenshot)
addEventListener('compositionstart', () => document.body.toggleAttribute('data-composing', true), true)
addEventListener('compositionend', () => document.body.toggleAttribute('data-composing', false), true)

function start() {
  if (started) return
  started = true
  for (const intent of INTENTS) removeEventListener(intent, start, true)
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = document.getElementById('later')?.textContent ?? ''
  document.body.append(script)
}

/** An invitation opens a dialog, a signed-in person has a name and a badge to be shown, and some pages open with a message. */
function cannotWait(): boolean {
  if (location.hash.startsWith('#invited=') || document.querySelector('[data-hydrate-at-once]')) return true
  try {
    return localStorage.getItem('mingxi.session') !== null
  } catch {
    // Storage is blocked: then nobody is signed in.
    return false
  }
}

function keepClick(event: MouseEvent) {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(NEEDS_HYDRATION) : null
  if (!target) return
  event.preventDefault()
  clicked = target
}

function repeatClick() {
  document.removeEventListener('click', keepClick, true)
  if (clicked?.isConnected) clicked.click()
}

/** One section after the other: laid out at once they would block a phone for a third of a second. */
function showNext() {
  const next = lateSections()[0]
  if (!next) return start()
  show(next)
  whenIdle(showNext)
}

/** Chromium fires `resize` with unchanged size before a full-page screenshot; such a picture lays out nothing by itself. */
function showAllForScreenshot() {
  if (innerWidth === width && innerHeight === height) lateSections().forEach(show)
  width = innerWidth
  height = innerHeight
}

function lateSections(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-late]')].filter(
    ({ style }) => style.contentVisibility !== 'visible',
  )
}

function show(section: HTMLElement) {
  section.style.contentVisibility = 'visible'
  for (const image of section.querySelectorAll('img')) image.loading = 'eager'
}

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 300)
}
