import type { Page } from '@playwright/test'
import { initialValues } from '../../src/shop/catalogue/forms/form-rules.ts'
import { DEMO_PASSWORD, openLogin, signIn } from '../customer-steps.ts'
import { callAt, orderInput, projectNumber, type Tokens } from '../demo-orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'
import { shortDay } from '../../src/ui/text/day-text.ts'

test.use({ installation: 'calendar' })

const dayAhead = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3600_000).toISOString().slice(0, 10)

/** A Tuesday of a later week, so that the days around it are open and in the same week. */
function tuesdayAhead(): string {
  for (let days = 7; days < 14; days++)
    if (new Date(`${dayAhead(days)}T00:00:00Z`).getUTCDay() === 2) return dayAhead(days)
  throw new Error('no Tuesday in a week')
}

const tuesday = tuesdayAhead()
const wednesday = new Date(Date.parse(`${tuesday}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** An order of the demo teacher with an hour on the electron microscope. */
async function bookedOrder(url: string, from: string): Promise<string> {
  const { token } = await callAt<Tokens>(url, 'open/login', { account: '13800000001', password: DEMO_PASSWORD })
  const rid = await projectNumber(url, '扫描电镜现场')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const parameters = { ...initialValues(form), place: 'remote', slot: { date: tuesday, from, minutes: 60 } }
  const plan = { rid, parameters, sampleCount: 1, urgent: false }
  const { id } = await callAt<{ id: number }>(url, 'auth/tempDevice/add', plan, token)
  const order = { ...orderInput(id, 1), delivery: { kind: 'visit', people: 1 } }
  return (await callAt<{ orderNo: string }>(url, 'auth/order/add', order, token)).orderNo
}

/** The half hour of a day in the grid. */
function halfHour(page: Page, date: string, from: string) {
  const grid = page.getByRole('table', { name: '一周预约' })
  const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return grid
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: from, exact: true }) })
    .getByRole('cell')
    .nth(day)
}

test('a new time is proposed in the week of an instrument, by dragging and by keyboard, and the customer answers', async ({
  page: customer,
  browser,
  server,
}) => {
  const orderNo = await bookedOrder(server.url, '10:00')
  const page = await openStaffPage(browser, server.url, 'manager')
  await page.goto('/console/instruments')
  await page.getByRole('link', { name: '场发射扫描电子显微镜' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '场发射扫描电子显微镜' })).toBeVisible()
  const instrument = page.url().match(/\d+$/)?.[0] ?? ''
  await expectAccessible(page)
  await page.goto(`/console/reservations/calendar?instrument=${instrument}&date=${tuesday}`)
  const chip = (date: string, from: string) => halfHour(page, date, from).getByRole('button', { name: /扫描电镜现场/ })
  const moved = page.getByRole('dialog', { name: '提议改期' })
  await expect(chip(tuesday, '10:00')).toBeVisible()
  await expect(halfHour(page, tuesday, '10:00').getByRole('link', { name: orderNo })).toBeVisible()
  await expectAccessible(page)

  await test.step('by dragging', async () => {
    await chip(tuesday, '10:00').dragTo(halfHour(page, wednesday, '14:00'))
    await expect(moved).toContainText(`改到 ${shortDay(wednesday)} 14:00`)
    await expectAccessible(page)
    await moved.getByRole('button', { name: '发给客户' }).click()
    await expect(moved).toBeHidden()
    await expect(halfHour(page, tuesday, '10:00')).toContainText('扫描电镜现场')
    await expect(halfHour(page, wednesday, '14:00')).toContainText('改期提议，待客户答复')
    await expectAccessible(page)
  })

  await test.step('the customer agrees, and the booking stands at the new time', async () => {
    await openLogin(customer)
    await signIn(customer, '13800000001')
    await customer.goto(`/member/order/${orderNo}`)
    await expect(customer.getByText(`改期提议 ${shortDay(wednesday)} 14:00–15:00`)).toBeVisible()
    await expect(customer.getByText('请答复改期提议').first()).toBeVisible()
    await expectAccessible(customer)
    await customer.getByRole('button', { name: /^同意改期/ }).click()
    await customer.getByRole('dialog').getByRole('button', { name: '同意改期' }).click()
    await expect(customer.getByRole('dialog')).toHaveCount(0)
    await expect(customer.getByText(`${shortDay(wednesday)} 14:00–15:00`, { exact: true })).toBeVisible()
    await expect(customer.getByText('已预约', { exact: true })).toBeVisible()
    await page.reload()
    await expect(chip(wednesday, '14:00')).toBeVisible()
    await expect(chip(tuesday, '10:00')).toHaveCount(0)
  })

  await test.step('by keyboard', async () => {
    await chip(wednesday, '14:00').focus()
    await page.keyboard.press('Enter')
    await expect(chip(wednesday, '14:00')).toHaveAttribute('aria-pressed', 'true')
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: `放到 ${tuesday} 15:00`, exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^放到/ })).toHaveCount(0)
    await expect(chip(wednesday, '14:00')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await moved.getByRole('button', { name: '发给客户' }).click()
    await expect(moved).toBeHidden()
    await expect(halfHour(page, tuesday, '14:00')).toContainText('改期提议，待客户答复')
  })

  await test.step('the customer declines on a phone, and the manager reads why', async () => {
    await customer.setViewportSize({ width: 375, height: 812 })
    await customer.reload()
    if (process.env.SCREENSHOTS)
      await customer.screenshot({ path: `${process.env.SCREENSHOTS}/offer-375.png`, fullPage: true })
    await expectNoSidewaysScroll(customer)
    await customer.getByRole('button', { name: /^不同意改期/ }).click()
    await customer.getByRole('dialog').getByLabel('原因').fill('周二有课')
    await customer.getByRole('dialog').getByRole('button', { name: '不同意改期' }).click()
    await expect(customer.getByText('客户不同意：周二有课')).toBeVisible()
    await page.goto('/console/reservations?tab=answered')
    await expect(page.getByRole('row').filter({ hasText: orderNo })).toContainText('客户不同意：周二有课')
    await expectAccessible(page)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/reservations-1440.png`, fullPage: true })
    await page.goBack()
    await expect(chip(wednesday, '14:00')).toBeVisible()
  })

  await test.step('[Q-304] the board of all instruments: Enter opens a booking, with the focus where it is seen', async () => {
    await page.goto(`/console/reservations/calendar?date=${wednesday}`)
    await page.getByRole('button', { name: new RegExp(orderNo) }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel('开始时间')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.goBack()
  })

  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/calendar-1440.png`, fullPage: true })
  await page.setViewportSize({ width: 375, height: 812 })
  await expectNoSidewaysScroll(page)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/calendar-375.png`, fullPage: true })
})
