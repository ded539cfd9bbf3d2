import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Most presses of Tab to reach the next action on a page with a form. */
const MOST_TABS = 120

/** Goes to the target by Tab and presses a key there. */
export async function press(page: Page, target: Locator, key = 'Enter', step = 'Tab'): Promise<void> {
  await tabTo(page, target, step)
  await page.keyboard.press(key)
}

/** Presses Tab from the focused element to the target; each element on the way must show its focus. */
export async function tabTo(page: Page, target: Locator, step = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(step)
    const hidden = await page.evaluate(() => {
      const element = document.activeElement
      // A heading is not a tab stop; a navigation that has just ended put the focus there.
      if (!element || element === document.body || element.tagName === 'H1') return undefined
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const ring = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
      return ring ? undefined : element.outerHTML.slice(0, 200)
    })
    expect(hidden, 'has the focus and does not show it').toBeUndefined()
  }
  throw new Error(`not reached by ${MOST_TABS} presses of ${step}`)
}
