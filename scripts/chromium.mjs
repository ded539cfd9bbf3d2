// Finds the browser of the journeys. It is never downloaded: Debian's package is enough, and CHROMIUM_PATH can name another.
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags for machines without a display, a GPU or user namespaces, which also stop the browser's own network requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of Chromium, or undefined. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  return given ? (existsSync(given) ? given : undefined) : PLACES.find((place) => existsSync(place))
}

const WITHOUT_WINDOW = process.env.HEADLESS_CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'

/**
 * Chromium without a user interface (Debian's chromium-headless-shell), which needs half the processor time per page. When it is not
 * installed, Chromium itself is used. The headless shell has no back/forward cache.
 */
export function findHeadlessChromium() {
  return existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : findChromium()
}
