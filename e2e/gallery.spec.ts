import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Page, expect, test } from '@playwright/test'
import {
  differences,
  type Picture,
  readPicture,
  reduced,
  writePicture,
} from '../scripts/pictures/picture-comparison.mjs'
import { serveGallery } from '../scripts/pictures/gallery-server.mjs'
import { accessibilityFaults } from './journey.ts'

// The look of the kit, kept as pictures: a change of a colour, a size or a distance is seen here, and accepted by renewing them with
//   npx playwright test -c e2e/playwright.config.ts --project=pglite gallery --update-snapshots
// Their fonts are those of Debian (fonts-noto-cjk); see docs/decisions/0108-one-look.md.
const folder = new URL('pictures/', import.meta.url)

const pictures = [
  ...['tokens', 'states', 'console', 'dialog', 'confirm', 'drawer', 'columns', 'filter'].flatMap((view) => [
    view,
    `${view}:dark:compact`,
  ]),
  'member',
  'wizard',
  'sheet',
]
const fileOf = (view: string) => new URL(`${view.replaceAll(':', '-')}.png`, folder)

let gallery: Awaited<ReturnType<typeof serveGallery>>
test.beforeAll(async () => {
  gallery = await serveGallery()
})
test.afterAll(() => gallery.close())
test.use({
  trace: 'off',
  screenshot: 'off',
  viewport: { width: 1024, height: 720 },
  contextOptions: { reducedMotion: 'reduce' },
})

for (const view of pictures)
  test(`the gallery looks as in its picture: ${view}`, async ({ page }, { config }) => {
    await open(page, view)
    const seen = await look(page)
    if (config.updateSnapshots === 'all' || config.updateSnapshots === 'changed') {
      mkdirSync(folder, { recursive: true })
      writeFileSync(fileOf(view), await writePicture(seen))
    }
    expect(existsSync(fileOf(view)), 'there is no picture of this view yet').toBe(true)
    expect(await changedParts(page, await kept(view), seen)).toEqual([])
  })

test('the comparison of pictures sees a colour and a padding that have changed, and which component has them', async ({
  page,
}) => {
  await open(page, 'states')
  const before = await kept('states')
  const withRule = async (css: string) => {
    const rule = await page.addStyleTag({ content: css })
    const parts = await changedParts(page, before, await look(page))
    await rule.evaluate((element) => (element as HTMLElement).remove())
    return parts
  }
  expect(await withRule(':root { --ok-50: #d2ebdc }')).toEqual(['text/tag.tsx'])
  expect(await withRule(':root { --brand-600: #0b5a80 }')).toContain('inputs/button.tsx')
  expect(await withRule('[class*="_tag_"] { padding-inline: 12px }')).toContain('text/tag.tsx')
  expect(await withRule('[class*="_sample_"] { letter-spacing: 0 }')).toEqual([])
})

for (const view of ['tokens', 'states', 'tokens:dark', 'states:dark', 'states:dark:compact', 'console:dark'])
  test(`axe finds no fault in the gallery: ${view}`, async ({ page }) => {
    await open(page, view)
    expect(await accessibilityFaults(page)).toEqual([])
  })

async function open(page: Page, view: string): Promise<void> {
  await page.goto(`${gallery.base}#${view}`)
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate(() => document.fonts.ready)
}

async function look(page: Page): Promise<Picture> {
  return reduced(await readPicture(await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })))
}

async function kept(view: string): Promise<Picture> {
  return readPicture(readFileSync(fileOf(view)))
}

/** The parts of the page (`data-picture`) in which it differs, or the place of the first difference outside of them. */
async function changedParts(page: Page, before: Picture, now: Picture): Promise<string[]> {
  const boxes = await page.locator('[data-picture]').evaluateAll((parts) =>
    parts.map((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return { name: part.getAttribute('data-picture') ?? '', top: top + scrollY, bottom: bottom + scrollY }
    }),
  )
  const names = differences(before, now).map(
    ({ x, y }) => boxes.find(({ top, bottom }) => y + 4 >= top && y + 4 < bottom)?.name ?? `at ${x}, ${y}`,
  )
  return [...new Set(names)].slice(0, 12)
}
