import type { Page } from '@playwright/test'
import { expect } from '../journey.ts'

/** Public pages hydrate at the first interaction; tests that need JavaScript interact first. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('hydrated', () => document.documentElement.setAttribute('data-hydrated', '')),
  )
  await page.goto(path)
  await page.mouse.move(3, 3)
  await page.mouse.move(6, 6)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export async function ridOf(page: Page, kw: string): Promise<number> {
  const answer = await page.request.get(`/api/open/web/device/search?kw=${encodeURIComponent(kw)}`)
  return (await answer.json()).data.list[0].rid
}
