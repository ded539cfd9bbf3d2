// Where the browser of the journeys is. We never download one: Debian's is enough, and its path can be given.
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags for machines without a display, a GPU or a user namespace, and for a browser that talks to nobody but us. */
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
 * Chromium without the parts that draw its window (Debian's chromium-headless-shell): loads and checks a page in half the
 * processor time. Where it is not installed, Chromium itself does. It keeps no pages in memory for the way back.
 */
export function findHeadlessChromium() {
  return existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : findChromium()
}
