import { contextOf, test } from '../demo.ts'
import { callAt, makeTested } from '../demo-orders.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test('[Q-45] [Q-46] [Q-48] [Q-76] a typed record is lost neither without a question nor to a colleague, its rows name their samples, and what was noted at receiving is shown', async ({
  browser,
  server,
  demo,
}) => {
  const { orderNo, sampleNos } = await makeTested(server.url, demo, { sampleCount: 2, condition: '管口有裂纹' })
  const page = await (await contextOf(browser, server.url, demo, 'lab')).newPage()
  const task = `/console/tasks/${orderNo}`
  const correct = page.getByRole('button', { name: /^修改检测记录/ })
  const conditions = page.getByLabel('测试条件')
  const guard = page.getByRole('dialog', { name: '还有没保存的修改' })
  // Within the site, so that Back is asked by the page and not by the browser.
  await page.goto('/console/tasks')
  await page.getByRole('link', { name: orderNo }).first().click()
  await expect(page.getByText('收样状况：管口有裂纹')).toHaveCount(2)

  await test.step('[Q-225] state and place of the samples stand beside the task at 1440 px', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const table = page.getByRole('table', { name: /的样品$/ }).first()
    const cut = await table.evaluate((of) => of.scrollWidth - (of.parentElement?.clientWidth ?? 0))
    expect(cut).toBeLessThanOrEqual(0)
  })

  await test.step('[Q-307] a file that is removed while it is sent is sent no further', async () => {
    let isHeld = false
    await page.route(/\/staff\/report\/upload/, () => (isHeld = true))
    const file = { name: `${sampleNos[0]}-wrong.csv`, mimeType: 'text/csv', buffer: Buffer.from('1,2\n') }
    await page.getByLabel('选择数据文件').setInputFiles(file)
    await expect.poll(() => isHeld).toBe(true)
    const stopped = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: new RegExp(`^移除 ${file.name}`) }).click()
    await stopped
    await page.unroute(/\/staff\/report\/upload/)
    await expect(page.getByText(file.name)).toHaveCount(0)
  })

  await test.step('a correction is cancelled; with changes, after a question', async () => {
    await correct.click()
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await correct.click()
    await conditions.fill('Cu 靶，45 kV')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await guard.getByRole('button', { name: '取消', exact: true }).click()
    await expect(conditions).toHaveValue('Cu 靶，45 kV')
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await guard.getByRole('button', { name: '放弃修改' }).click()
    await expect(page.getByText('Cu 靶，45 kV')).toHaveCount(0)
    await expect(correct).toBeVisible()
  })

  await test.step('the report is seen before it is published', async () => {
    await page.getByRole('button', { name: '预览报告' }).click()
    const preview = page.getByRole('dialog', { name: `报告预览 ${orderNo}` })
    // A browser without a viewer of PDF is told so, and can open the file.
    await expect(preview.locator('iframe').or(preview.getByText('此浏览器不能在页面内显示 PDF'))).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  })

  await test.step('each row names its sample, and an error moves no field of its row', async () => {
    await correct.click()
    await page.getByRole('button', { name: '按模板添加 4 行' }).click()
    const chosen = (row: number) =>
      page
        .getByRole('group', { name: `第 ${row} 行` })
        .getByLabel('样品')
        .locator('option:checked')
        .innerText()
    expect([...new Set([await chosen(1), await chosen(2), await chosen(3), await chosen(4)])].sort()).toEqual(
      sampleNos.map((sampleNo, index) => `…${sampleNo.slice(-2)} ZnO-${index + 1}`),
    )
    await page.getByRole('button', { name: '保存检测记录' }).click()
    await expect(page.getByText('请填写结果').first()).toBeVisible()
    const row = page.getByRole('group', { name: '第 1 行' })
    const tops = await Promise.all(
      [row.getByLabel('样品'), row.getByLabel('结果', { exact: true })].map(async (at) => (await at.boundingBox())?.y),
    )
    expect(tops[0]).toBeCloseTo(tops[1] ?? 0, 0)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/record.png`, fullPage: true })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await widthFaults(page)).toEqual([])
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/record-375.png`, fullPage: true })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a link of the menu, Back and closing ask first, and handing in tells what is lost', async () => {
    await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '检测任务' }).click()
    await guard.getByRole('button', { name: '取消', exact: true }).click()
    await page.goBack()
    await guard.getByRole('button', { name: '取消', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${task}$`))
    const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(asked.type()).toBe('beforeunload')
    await asked.dismiss()
    await page.getByRole('button', { name: '提交审核' }).click()
    const handIn = page.getByRole('dialog', { name: '提交审核' })
    await expect(handIn.getByRole('alert')).toContainText('检测记录还有没保存的修改')
    await handIn.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '移除 4 个空行' }).click()
    await page.getByRole('button', { name: '保存检测记录' }).click()
    await expect(correct).toBeVisible()
    await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '检测任务' }).click()
    await expect(page).toHaveURL(/\/console\/tasks$/)
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/board.png` })
  })

  await test.step('what is typed stays when a colleague saves the record, and replaces it after it was seen', async () => {
    await page.goto(task)
    await correct.click()
    await conditions.fill('Cu 靶，40 kV')
    const token = demo.staff.lab.token
    interface Saved {
      lineId: number
      instrument: string
      startedAt: string
      endedAt: string
    }
    const { records } = await callAt<{ records: Saved[] }>(server.url, 'staff/report/list', { orderNo }, token)
    const { lineId = 0, instrument = '', startedAt = '', endedAt = '' } = records[0] ?? {}
    const entry = { orderNo, lineId, instrument, startedAt, endedAt, conditions: 'Co 靶，30 kV' }
    await callAt(server.url, 'staff/report/record', entry, token)
    await page.getByRole('button', { name: '保存检测记录' }).click()
    const meanwhile = page.getByRole('alert').filter({ hasText: '您填写期间' })
    await expect(meanwhile).toContainText('Co 靶，30 kV')
    await expect(conditions).toHaveValue('Cu 靶，40 kV')
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/record-meanwhile.png`, fullPage: true })
    await meanwhile.getByRole('button', { name: '以我填写的为准' }).click()
    await page.getByRole('button', { name: '保存检测记录' }).click()
    await expect(correct).toBeVisible()
    await expect(page.getByText('Cu 靶，40 kV')).toBeVisible()
  })

  await test.step('the reviewer reads the noted condition, too', async () => {
    const reviewer = await (await contextOf(browser, server.url, demo, 'reviewer')).newPage()
    await reviewer.goto(`/console/verify/${orderNo}`)
    await expect(reviewer.getByText('收样状况：管口有裂纹')).toHaveCount(2)
  })
})
