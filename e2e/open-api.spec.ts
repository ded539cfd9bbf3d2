import { dialog } from './customer-steps.ts'
import { contextOf, test } from './demo.ts'
import { accessibilityFaults, expect, widthFaults } from './journey.ts'

test('[Q-311] a customer makes a key, a program reads orders with it, and the key is revoked', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  const ask = (key: string) =>
    page.request.post(`${server.url}/api/auth/order/history`, {
      headers: { authorization: `Bearer ${key}` },
      data: { page: 1, size: 20 },
    })

  const key = await test.step('the key is shown once', async () => {
    await page.goto('/member/openApi')
    await page.getByRole('button', { name: '新建密钥' }).click()
    await dialog(page).getByLabel(/用途/).fill('课题组数据平台')
    await dialog(page).getByRole('button', { name: '新建', exact: true }).click()
    const shown = await dialog(page, '请保存密钥').locator('code').innerText()
    expect(shown).toMatch(/^mx_live_[\w-]{43}$/)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page, '已经保存好了吗？').getByRole('button', { name: '取消' }).click()
    await expect(dialog(page, '请保存密钥').locator('code')).toHaveText(shown)
    await dialog(page, '请保存密钥').getByRole('button', { name: '已保存' }).click()
    await expect(page.getByRole('row', { name: /课题组数据平台/ })).toContainText('可用')
    return shown
  })

  await test.step('the program reads, and the list says when', async () => {
    expect((await (await ask(key)).json()).code).toBe(1)
    await page.reload()
    await expect(page.getByRole('row', { name: /课题组数据平台/ })).not.toContainText('从未使用')
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('the person tries a call with the key', async () => {
    await page.getByRole('textbox', { name: /^密钥/ }).fill(key)
    await page.getByRole('button', { name: '发送' }).click()
    await expect(page.getByRole('status', { name: '返回' })).toContainText('"code": 1')
    await page.getByLabel('参数（JSON）').fill('{')
    await expect(page.getByText('不是有效的 JSON')).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await widthFaults(page)).toEqual([])
  })

  await test.step('the record of the key says what was asked and why it was refused; staff see the same', async () => {
    await page.request.post(`${server.url}/api/auth/user/info`, {
      headers: { authorization: `Bearer ${key}` },
      data: {},
    })
    const manager = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
    await manager.goto('/console/customers?kw=13800000001')
    await manager.getByRole('row').nth(1).getByRole('link').first().click()
    for (const reader of [page, manager]) {
      await reader.getByRole('button', { name: '调用记录 课题组数据平台' }).click()
      // What is asked now is written within five seconds, and the page asks again.
      await expect(dialog(reader).getByRole('row', { name: /user\/info/ })).toContainText('notForKeys', {
        timeout: 15_000,
      })
      await expect(dialog(reader)).toContainText('被拒绝 1 次')
      await dialog(reader).getByLabel('结果').selectOption('被拒绝')
      await expect(dialog(reader).getByRole('row', { name: /order\/history/ })).toHaveCount(0)
      expect(await accessibilityFaults(reader)).toEqual([])
      expect(await widthFaults(reader)).toEqual([])
      await reader.keyboard.press('Escape')
    }
  })

  await test.step('revoked, it is refused', async () => {
    await page.getByRole('button', { name: '停用 课题组数据平台' }).click()
    await dialog(page).getByRole('button', { name: '停用', exact: true }).click()
    await expect(page.getByText('密钥已停用').first()).toBeVisible()
    expect((await ask(key)).status()).toBe(401)
  })
})

test('a customer has a system told about orders: secret once, test message, log, pause and deletion', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'enterprise')).newPage()
  const url = 'https://hooks.invalid/mingxi'
  await page.goto('/member/openApi')

  await test.step('an address inside the own network is refused, a public one is taken', async () => {
    await page.getByRole('button', { name: '新建推送地址' }).click()
    const form = dialog(page, '新建推送地址')
    await form.getByRole('textbox', { name: /推送地址/ }).fill('https://127.0.0.1/hook')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByRole('textbox', { name: /推送地址/ })).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('textbox', { name: /推送地址/ }).fill(url)
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByRole('button', { name: '保存' }).click()
    await expect(dialog(page, '请保存签名密钥').locator('code')).toContainText(/^whsec_/)
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog(page, '请保存签名密钥').getByRole('button', { name: '已保存' }).click()
    await expect(page.getByRole('row', { name: /hooks\.invalid/ })).toContainText('启用')
  })

  await test.step('a test message that does not arrive stands in the log', async () => {
    await page.getByRole('button', { name: `测试 ${url}` }).click()
    await expect(page.getByText('测试消息已发出').first()).toBeVisible()
    await page.getByRole('button', { name: `记录 ${url}` }).click()
    await expect(dialog(page, '发送记录').getByRole('row').nth(1)).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('staff see where it fails, without the address', async () => {
    const manager = await (await contextOf(browser, server.url, demo, 'manager')).newPage()
    await manager.goto('/console/customers?kw=13800000003')
    await manager.getByRole('row').nth(1).getByRole('link').first().click()
    await manager.getByRole('button', { name: '发送记录 hooks.invalid' }).click()
    await expect(dialog(manager, '发送记录：hooks.invalid').getByRole('row').nth(1)).toBeVisible()
    expect(await accessibilityFaults(manager)).toEqual([])
  })

  await test.step('[Q-216] on a phone it is paused, with a word on what is not sent meanwhile, and deleted', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.reload()
    await expect(page.getByRole('button', { name: `暂停 ${url}` })).toBeVisible()
    expect(await widthFaults(page)).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: `暂停 ${url}` }).click()
    await expect(page.getByText('暂停期间发生的事件不推送').first()).toBeVisible()
    await expect(page.getByRole('button', { name: `启用 ${url}` })).toBeVisible()
    await page.getByRole('button', { name: `删除 ${url}` }).click()
    await dialog(page, '删除推送地址').getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByText('还没有推送地址')).toBeVisible()
  })
})
