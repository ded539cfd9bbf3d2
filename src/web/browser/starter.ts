/**
 * The only script that a public page runs before the first intent (pointer, touch, key or focus event). It is inlined into the HTML, minified
 * (scripts/inline-script.mjs), and
 * - starts the page's module script, which is stored as text (hydrate-later.ts), at the first intent or after some idle seconds;
 * - repeats a click that came before the page was hydrated;
 * - lays out the late sections (src/ui/layout/late.ts) one by one when the page is idle;
 * - records whether an input method is composing text, because hydration must not write into the field meanwhile (ui/inputs/early-input.ts).
 */
const INTENTS = ['pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin']
/** Buttons, and links that may open the login dialog instead of navigating. */
const NEEDS_HYDRATION = 'button, [data-login-entry], a[href^="/member"], a[href^="/experiment"]'
/** Longer than a phone needs to paint the first view with its pictures. */
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

/** Pages that hydrate at once: an invitation opens a dialog, a signed-in person sees name and badge, and some pages open with a message. */
function cannotWait(): boolean {
  if (location.hash.startsWith('#invited=') || document.querySelector('[data-hydrate-at-once]')) return true
  try {
    return localStorage.getItem('mingxi.session') !== null
  } catch {
    // Storage is blocked, so nobody can be signed in.
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

/** One section at a time, because laying out all of them at once would block a phone for a third of a second. */
function showNext() {
  const next = lateSections()[0]
  if (!next) return start()
  show(next)
  whenIdle(showNext)
}

/** Chromium fires `resize` with unchanged size before a full-page screenshot, which does not lay out late sections by itself. */
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
