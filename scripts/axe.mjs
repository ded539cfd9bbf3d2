// Runs axe in a page of Playwright. The script is sent once per page load and only violations are worked out in full.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The compressed script takes half as long to send and to read. */
const SCRIPT = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const OPTIONS = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Otherwise axe also describes each element that passed each rule.
  resultTypes: ['violations'],
}

/**
 * Violations of WCAG 2.2 AA and of best practice that axe can detect.
 * @param {import('@playwright/test').Page} page
 * @param {readonly string[]} [without] selectors of parts that are not checked
 * @param {string} [within] selector of the only part that is checked
 * @returns {Promise<import('axe-core').Result[]>}
 */
export async function axeViolations(page, without = [], within = undefined) {
  // Axe would have to be sent to each frame. Our only ones are previews of public pages, which are checked as pages; one that begins to load is blank.
  const isPreview = (url) => /[?&]preview=/.test(url) || url === '' || url === 'about:blank'
  const other = page.frames().find((frame) => frame !== page.mainFrame() && !isPreview(frame.url()))
  if (other) throw new Error(`${page.url()} has the frame ${other.url()}, which would not be checked`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SCRIPT)
  return page.evaluate(
    async ([parts, options]) => (await window['axe'].run(parts, options)).violations,
    [{ exclude: without.map((selector) => [selector]), ...(within && { include: [[within]] }) }, OPTIONS],
  )
}
