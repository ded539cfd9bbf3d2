import { addToPlan, DEMO_PASSWORD, openLogin, orderFromPlan, sheet, signIn } from '../customer-steps.ts'
import { callAt, type Tokens } from '../demo-orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectNothingCutOff, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'
import { shortDay } from '../../src/ui/text/day-text.ts'

test.use({ installation: 'booking' })

const dayAhead = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3600_000).toISOString().slice(0, 10)
/** The next days in Shanghai without a surcharge, which Sundays have. */
const [firstDay = '', secondDay = ''] = [4, 5, 6].map(dayAhead).filter((day) => new Date(day).getUTCDay() !== 0)

test('[F-21] [F-38] [Q-32] [Q-35] a visit is booked in a free slot, cancelled, booked again, confirmed, and read by calendar programs', async ({
  page,
  browser,
  server,
}) => {
  await openLogin(page)
  await signIn(page, '13800000001')
  await page.goto(`/search?kw=${encodeURIComponent('扫描电镜现场')}`)
  await page
    .getByRole('link', { name: /扫描电镜现场/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('扫描电镜现场预约')
  const project = page.url()
  await page.getByLabel('日期').fill(firstDay)
  await page.getByLabel('时长').selectOption('60')
  await expect(page.getByText(/当日有 \d+ 个开始时间可约/)).toBeVisible()
  await page.getByLabel('开始时间').selectOption({ label: '10:00–11:00 · 余 1' })
  await addToPlan(page, 1)
  const paste = sheet([{ name: '氧化锌', ownNo: 'A', composition: 'ZnO', returned: '否' }])
  const orderNo = await orderFromPlan(page, { paste, submit: '提交订单', phone: '13800000001' })

  await page.goto(project)
  await page.getByLabel('日期').fill(firstDay)
  await page.getByLabel('时长').selectOption('60')
  const taken = page.getByRole('option', { name: '10:00–11:00 · 已满' })
  await expect(taken).toBeDisabled()

  await page.goto(`/member/order/${orderNo}`)
  await expect(page.getByText(`${shortDay(firstDay)} 10:00–11:00`)).toBeVisible()
  await page.getByRole('button', { name: /^取消预约/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消预约' }).click()
  await page.getByRole('button', { name: /^重新预约/ }).click()
  const dialog = page.getByRole('dialog', { name: /选择新的时段/ })
  await dialog.getByLabel('日期').fill(secondDay)
  await dialog.getByLabel('开始时间').selectOption({ label: '14:00–15:00 · 余 1' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '预约此时段' }).click()
  await expect(page.getByText(`${shortDay(secondDay)} 14:00–15:00`)).toBeVisible()
  // [G-16] One more slot would cost more than what was agreed: the dialog says so and keeps what was chosen.
  await page.getByRole('button', { name: '添加时段' }).click()
  const adding = page.getByRole('dialog', { name: '添加时段' })
  await adding.getByRole('button', { name: '添加此时段' }).click()
  await expect(adding.getByRole('alert')).toHaveText('请选择日期和开始时间')
  await adding.getByLabel('日期').fill(secondDay)
  await adding.getByLabel('开始时间').selectOption({ label: '16:00–17:00 · 余 1' })
  await expectAccessible(page)
  await adding.getByRole('button', { name: '添加此时段' }).click()
  await expect(adding.getByRole('alert')).toContainText('该时段需另收 ¥400.00，而订单价格已定')
  await expect(adding.getByLabel('开始时间')).toHaveValue('16:00')
  await adding.getByRole('button', { name: '取消' }).click()
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(page)

  const manager = await openStaffPage(browser, server.url, 'manager')
  await manager.getByRole('link', { name: '预约', exact: true }).click()
  await manager.getByRole('button', { name: /^确认 扫描电镜/ }).click()
  // A dialog that a row opens wraps its text, although the row does not.
  const asked = manager.getByRole('dialog')
  await expectNothingCutOff(asked)
  await asked.getByRole('button', { name: '确认预约' }).click()
  await expect(manager.getByRole('main').getByText('已预约', { exact: true }).last()).toBeVisible()
  await manager.goto(`/console/orders/${orderNo}`)
  // On a phone the words of a card are at its right edge; those of a dialog that it opens are not.
  await manager.setViewportSize({ width: 375, height: 800 })
  await manager.getByRole('button', { name: /^改约/ }).click()
  await expect(manager.getByRole('dialog')).toHaveCSS('text-align', 'start')
  await manager.keyboard.press('Escape')
  await manager.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/member/information')
  await page.getByRole('button', { name: '生成订阅地址' }).click()
  const address = page.getByText(/\/calendar\.ics\?key=/)
  await expectAccessible(page)
  const start = `${secondDay.replaceAll('-', '')}T060000Z`
  expect(await (await page.request.get(await address.innerText())).text()).toContain(`DTSTART:${start}`)
  await manager.goto('/console/reservations/calendar')
  await manager.getByRole('button', { name: '生成订阅地址' }).click()
  await expect(manager.getByText(/\/calendar\.ics\?key=/)).toBeVisible()
  // Below the header that stays in sight, the buttons at the top would count as covered.
  await manager.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(manager)

  // [G-08] All instruments in the week of the visit; Enter opens a booking and Esc leaves it as it was.
  await manager.goto(`/console/reservations/calendar?span=week&date=${secondDay}`)
  await manager.getByRole('button', { name: new RegExp(orderNo) }).press('Enter')
  await expect(manager.getByRole('dialog')).toContainText(orderNo)
  await expectAccessible(manager)
  await manager.keyboard.press('Escape')
  await expect(manager.getByRole('dialog')).toHaveCount(0)
  await manager.setViewportSize({ width: 375, height: 800 })
  await expectNoSidewaysScroll(manager)
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/booking-375.png`, fullPage: true })
    await manager.screenshot({ path: `${process.env.SCREENSHOTS}/console-booking.png`, fullPage: true })
  }
})

test('[F-33] [X-06] several data files are uploaded at once in step 2 and removed again', async ({ page, server }) => {
  const account = { account: '13800000001', password: DEMO_PASSWORD }
  const { token } = await callAt<Tokens>(server.url, 'open/login', account)
  const { list } = await callAt<{ list: { rid: number; name: string }[] }>(
    server.url,
    'open/web/device/search?size=100',
  )
  const form = new FormData()
  form.set('purpose', 'data')
  form.set('file', new Blob(['data']), 'model.cif')
  const file = await callAt<{ id: number }>(server.url, 'auth/file/upload', form, token)
  const parameters = {
    structure: [{ id: String(file.id), name: 'model.cif' }],
    atoms: 12,
    properties: ['band'],
    functional: 'pbe',
    goal: '能带',
  }
  const rid = list.find(({ name }) => name.includes('第一性') || name.includes('DFT'))?.rid
  await callAt(server.url, 'auth/tempDevice/add', { rid, parameters, sampleCount: 1, urgent: false }, token)
  await openLogin(page)
  await signIn(page, '13800000001')
  await page.goto('/experiment/plan')
  await page.getByRole('button', { name: '去下单' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '数据上传' })).toBeVisible()
  for (const question of ['主要成分', '危险性', '保存', '退回'])
    await expect(page.getByText(question, { exact: true })).toHaveCount(0)
  await page.getByLabel('第 1 份数据的名称').fill('LiCoO2')
  await page.getByLabel('选择数据文件').setInputFiles([
    { name: 'a.xy', mimeType: 'text/plain', buffer: Buffer.from('1 2') },
    { name: 'b.xy', mimeType: 'text/plain', buffer: Buffer.from('3 4') },
  ])
  await expect(page.getByRole('row').filter({ hasText: '.xy' })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: '删除 a.xy' }).click()
  await expect(page.getByRole('row').filter({ hasText: '.xy' })).toHaveCount(1)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/step2-data.png`, fullPage: true })
})
