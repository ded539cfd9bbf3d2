import { contextOf, test } from '../demo.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'threads' })

const QUESTION = '扫描范围可以到 90° 吗？<b>谢谢</b>'
const ANSWER = '可以，已改为 5–90°。'

/** The customer asks on the order's page with a file, the manager finds the question first in the list and answers, the customer reads it. */
test('[Q-60] a customer and the laboratory talk about an order; what was typed outlives the closing of the thread', async ({
  browser,
  server,
  demo,
}) => {
  test.setTimeout(180_000)
  const { orderNo } = demo.orders.review
  const page = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()

  await test.step('the customer asks and attaches a file', async () => {
    await page.goto(`/member/order/${orderNo}`)
    await page.getByRole('button', { name: '给实验室留言' }).click()
    const thread = page.getByRole('dialog', { name: `订单沟通 ${orderNo}` })
    await thread.getByRole('button', { name: '发送' }).click()
    await expect(thread.getByText('请填写内容或选择文件')).toBeVisible()
    await thread.getByLabel('给实验室留言').fill(QUESTION)
    await thread.getByRole('button', { name: '关闭' }).click()
    await expect(thread).toHaveCount(0)
    await page.getByRole('button', { name: '给实验室留言' }).click()
    await expect(thread.getByLabel('给实验室留言')).toHaveValue(QUESTION)
    await thread
      .getByLabel('选择附件')
      .setInputFiles({ name: '条件.txt', mimeType: 'text/plain', buffer: Buffer.from('2θ 5–90°') })
    await expect(thread.getByRole('progressbar')).toHaveCount(0)
    await thread.getByRole('button', { name: '发送' }).click()
    await expect(thread.getByRole('list', { name: '消息' }).getByText(QUESTION)).toBeVisible()
    await expect(thread.getByRole('button', { name: /条件\.txt/ })).toBeVisible()
    await expect(thread.getByLabel('给实验室留言')).toHaveValue('')
    await expectAccessible(page)
    // An open thread looks for answers every ten seconds and counts them as read.
    await thread.getByRole('button', { name: '关闭' }).click()
    await expect(thread).toHaveCount(0)
  })

  await test.step('the manager finds it among those that wait, and answers', async () => {
    const manager = await openStaffPage(browser, server.url, 'manager')
    await manager.goto('/console/threads')
    const row = manager.getByRole('row').filter({ hasText: orderNo })
    await expect(row).toContainText('未回复')
    await expectAccessible(manager)
    await row.getByRole('link', { name: orderNo }).click()
    const thread = manager.getByRole('dialog', { name: `订单沟通 ${orderNo}` })
    await expect(thread.getByText(QUESTION)).toBeVisible()
    await thread.getByLabel('给客户留言').fill(ANSWER)
    await thread.getByRole('button', { name: '发送' }).click()
    await expect(thread.getByRole('list', { name: '消息' }).getByText(ANSWER)).toBeVisible()
    await manager.goto('/console/threads')
    await expect(manager.getByText('没有未回复的留言')).toBeVisible()
  })

  await test.step('the customer finds the answer unread in the list, and read afterwards', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/member/thread')
    await expect(page.getByText('1 条未读')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: orderNo }).click()
    const thread = page.getByRole('dialog', { name: `订单沟通 ${orderNo}` })
    await expect(thread.getByText(ANSWER)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await thread.getByRole('button', { name: '关闭' }).click()
    await page.goto('/member/thread')
    await expect(page.getByText('1 条未读')).toHaveCount(0)
  })
})
