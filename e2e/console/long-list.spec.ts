import { expect, menuFaults, test } from '../journey.ts'
import { settled } from '../settled.ts'
import { signInStaff } from '../staff-steps.ts'

test('[Q-36] on a phone the menu of a row far down a long list reaches beyond its row, and no menu beyond the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  // A laboratory of thirty.
  await page.route('**/api/staff/staff/list', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { list: { id: number; name: string; self: boolean }[] } }
    const [first] = body.data.list.filter(({ self }) => !self)
    const more = Array.from({ length: 25 }, (_, n) => ({ ...first, id: 900_000 + n, name: `第 ${n + 1} 位` }))
    await route.fulfill({ json: { ...body, data: { ...body.data, list: [...body.data.list, ...more] } } })
  })
  await signInStaff(page, 'admin')
  await page.goto('/console/staff')
  const row = page.locator('main tbody tr', { hasText: '第 20 位' })
  // Out of sight a row is not laid out (src/ui/tables/table.module.css).
  const last = page.locator('main tbody tr').last()
  expect(await last.evaluate((element) => getComputedStyle(element).contentVisibility)).toBe('auto')
  // A menu closes when the page scrolls.
  await row.locator('summary').scrollIntoViewIfNeeded()
  await settled(page)
  await row.locator('summary').click()
  const item = row.getByText('停用', { exact: true })
  await expect(item).toBeInViewport({ ratio: 1 })
  const { beyondItsRow, isOnTop } = await item.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const own = element.closest('tr')?.getBoundingClientRect()
    const shown = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return { beyondItsRow: own && (box.bottom > own.bottom || box.top < own.top), isOnTop: element.contains(shown) }
  })
  expect({ beyondItsRow, isOnTop }).toEqual({ beyondItsRow: true, isOnTop: true })
  await page.keyboard.press('Escape')
  expect(await menuFaults(page, [])).toEqual([])
  await page.goto('/console/audit')
  await expect(page.getByLabel('添加筛选')).toBeVisible()
  await settled(page)
  expect(await menuFaults(page, [])).toEqual([])
})
