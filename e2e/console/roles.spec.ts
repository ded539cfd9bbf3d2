import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

// Its own installation: a role is taken from a member of staff that other journeys use.
test.use({ installation: 'roles' })

test('[T-56] an administrator composes a role, gives it with a limit, and its holder sees and may do only that', async ({
  browser,
  server,
}) => {
  const admin = await openStaffPage(browser, server.url, 'admin')
  await test.step('a new role begins with the rights of finance and keeps only refunds', async () => {
    await admin.goto('/console/staff/roles')
    await admin.getByLabel('操作：财务', { exact: true }).click()
    await admin.getByRole('row', { name: /^财务/ }).getByRole('link', { name: '以此新建' }).click()
    await admin.getByRole('textbox', { name: '角色名称' }).fill('退款专员')
    for (const area of [
      '订单',
      '客户与课题组',
      '合同',
      '结算与收款',
      '发票',
      '营销与积分',
      '通知',
      '导入',
      '文件与系统',
    ])
      await clear(area)
    await expect(admin.getByRole('list', { name: '菜单' })).not.toContainText('发票')
    await expect(admin.getByText(/同一笔业务仍须由另一位同事复核/)).toBeVisible()
    await expectAccessible(admin)
    await admin.getByRole('button', { name: '新建', exact: true }).click()
    await expect(admin.getByRole('heading', { level: 1, name: '退款专员' })).toBeVisible()
  })
  await test.step('with a limit for each day', async () => {
    const limits = admin.getByRole('form', { name: '单日限额' })
    await limits.getByRole('textbox', { name: '退款' }).fill('50')
    await limits.getByRole('button', { name: '保存限额' }).click()
    await admin.goto('/console/staff/roles')
    await expect(admin.getByRole('row', { name: /退款专员/ })).toContainText('退款 ¥50.00')
    await expectAccessible(admin)
    await admin.setViewportSize({ width: 375, height: 800 })
    await expectNoSidewaysScroll(admin)
    await admin.setViewportSize({ width: 1280, height: 800 })
  })
  const finance = await openStaffPage(browser, server.url, 'finance')
  await finance.goto('/console')
  await expect(finance.getByRole('navigation').getByRole('link', { name: /发票/ }).first()).toBeVisible()
  await test.step('the role is given to a colleague, whose open page follows', async () => {
    await admin.goto('/console/staff')
    await admin
      .getByRole('row', { name: /finance@demo/ })
      .getByLabel(/^操作：/)
      .click()
    await admin
      .getByRole('row', { name: /finance@demo/ })
      .getByRole('button', { name: '更改角色' })
      .click()
    const form = admin.getByRole('form', { name: '更改角色' })
    await form.getByRole('combobox', { name: '角色' }).selectOption({ label: '退款专员（财务）' })
    await form.getByRole('textbox', { name: /以确认/ }).fill('finance@demo')
    await form.getByRole('button', { name: '更改' }).click()
    await expect(admin.getByRole('row', { name: /finance@demo/ })).toContainText('退款专员')
    await finance.getByRole('link', { name: /退款/ }).first().click()
    await expect(finance.getByRole('navigation').getByRole('link', { name: /发票/ })).toHaveCount(0)
    await finance.goto('/console/invoices')
    await expect(finance.getByText('您的角色不能打开这个页面')).toBeVisible()
    await expect(finance.getByText(/您现在的角色是退款专员/)).toBeVisible()
  })
  await test.step('a role that somebody has is not archived', async () => {
    await admin.goto('/console/staff/roles')
    await admin.getByLabel('操作：退款专员', { exact: true }).click()
    await admin
      .getByRole('row', { name: /退款专员/ })
      .getByRole('button', { name: '停用' })
      .click()
    await admin.getByRole('dialog').getByRole('button', { name: '停用' }).click()
    await expect(admin.getByRole('dialog').getByText(/还有 1 位员工/)).toBeVisible()
  })
  await finance.context().close()
  await admin.context().close()

  async function clear(area: string): Promise<void> {
    const all = admin.getByRole('button', { name: `全选“${area}”` })
    const none = admin.getByRole('button', { name: `清空“${area}”` })
    if (await all.isVisible()) await all.click()
    await none.click()
  }
})
