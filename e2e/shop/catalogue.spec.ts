import { addToPlan, openLogin, orderFromPlan, sheet, signIn } from '../customer-steps.ts'
import { expect, expectAccessible, test } from '../journey.ts'
import { fillMoney, publish, save, section, writeParameters, writeText } from '../project-steps.ts'
import { openStaffPage } from '../staff-steps.ts'

const CUSTOMER = '13800000001'
const NAME = '低温热释电测试（TPD）'

test('an editor and a manager make a project, a customer orders it, and the order keeps its form', async ({
  page: visitor,
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const editor = await openStaffPage(browser, server.url, 'editor')
  const path = await test.step('the editor writes the text, the requirements and the parameters', async () => {
    await editor.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '检测项目' }).click()
    await editor.getByRole('link', { name: '新建项目' }).click()
    await writeText(editor, { name: NAME, slug: 'tpd-low', category: { value: '1301' } })
    await writeParameters(editor)
    await save(editor)
    await expect(editor).toHaveURL(/\/console\/projects\/\d+/)
    return new URL(editor.url()).pathname
  })

  await test.step('publishing without a complete text says what is missing beside the field', async () => {
    await publish(editor)
    await expect(section(editor, '介绍与问答').getByText('请填写至少一台仪器或一种软件')).toBeVisible()
    await editor.getByRole('button', { name: '添加仪器' }).click()
    await section(editor, '介绍与问答').getByLabel('名称').fill('化学吸附仪')
    await save(editor)
  })

  await test.step('the manager sets the prices and tries them', async () => {
    const manager = await openStaffPage(browser, server.url, 'manager')
    await manager.goto(`${path}?section=price`)
    const prices = section(manager, '价格')
    await prices.getByRole('radio', { name: '按下面的规则计价' }).check()
    const rate = prices.getByRole('group', { name: '计价方式 1' })
    await fillMoney(rate, ['200', '250', '320'])
    await prices.getByRole('button', { name: '添加附加收费' }).click()
    const addOn = prices.getByRole('group', { name: '附加收费 1' })
    await addOn.getByLabel('名称').fill('低温冷阱')
    await fillMoney(addOn, ['50', '60', '80'])
    await prices.getByRole('region', { name: '试填' }).getByLabel('样品数').fill('3')
    await expect(prices.getByRole('region', { name: '试填' }).getByText('¥600.00').first()).toBeVisible()
    // What the header covers by halves is no small target.
    await manager.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(manager)
    await save(manager)
    await manager.context().close()
  })

  await test.step('the editor links a choice to a charge, moves a field by keyboard, previews and publishes', async () => {
    await editor.goto(`${path}?section=form`)
    const form = section(editor, '参数表单')
    await form.getByRole('button', { name: /^吸附气体/ }).click()
    const second = form.getByRole('group', { name: '选项 2' }).first()
    await second.getByText('提示、条件与价格').click()
    await second.getByRole('button', { name: '添加价格影响' }).click()
    await expect(second.getByLabel('附加收费')).toHaveValue('charge1')
    const up = form.getByRole('button', { name: '上移：终止温度' })
    await up.focus()
    await editor.keyboard.press('Enter')
    await expect(form.getByRole('list', { name: '参数字段' }).getByRole('listitem').first()).toContainText('终止温度')
    await expectAccessible(editor)
    await save(editor)
    const [preview] = await Promise.all([
      editor.waitForEvent('popup'),
      editor.getByRole('button', { name: '预览', exact: true }).click(),
    ])
    await expect(preview.getByRole('heading', { level: 1 })).toContainText(NAME)
    await preview.close()
    expect((await visitor.request.get(`/search?kw=${encodeURIComponent('热释电')}`)).status()).toBe(200)
    await publish(editor)
    await expect(editor.getByText('已发布', { exact: true }).first()).toBeVisible()
  })

  await test.step('a visitor finds it by pinyin and computes a price', async () => {
    await visitor.goto('/search?kw=reshidian')
    await visitor.getByRole('link', { name: NAME }).first().click()
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText(NAME)
    await visitor.getByRole('radio', { name: '氨气' }).check()
    await expect(visitor.getByText('¥250.00').first()).toBeVisible()
  })

  const orderNo = await test.step('a customer orders it', async () => {
    const detail = visitor.url()
    await openLogin(visitor)
    await signIn(visitor, CUSTOMER)
    await visitor.goto(detail)
    await visitor.getByRole('radio', { name: '氨气' }).check()
    await addToPlan(visitor, 1)
    const samples = [{ name: '分子筛', ownNo: 'A', composition: 'SiO2', returned: '否' }]
    return orderFromPlan(visitor, { paste: sheet(samples), submit: '提交订单', phone: CUSTOMER })
  })

  await test.step('the editor renames a parameter; the order still shows the old one', async () => {
    await editor.goto(`${path}?section=form`)
    const form = section(editor, '参数表单')
    await form.getByRole('button', { name: /^吸附气体/ }).click()
    await form.getByLabel('字段名称').locator('visible=true').fill('探针分子')
    await save(editor)
    await publish(editor)
    await visitor.goto(`/member/order/${orderNo}`)
    await expect(visitor.getByText('吸附气体').first()).toBeVisible()
    await expect(visitor.getByText('探针分子')).toHaveCount(0)
  })
})
