import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { pinnedEnvironment, pinnedNode } from '../scripts/provision.mjs'
import { completeProfile, registerInDialog } from './customer-steps.ts'
import { type Effort, openCounted, secondsOf } from './effort.ts'
import { bareInstallation } from './installations.ts'
import { expect, serve, test } from './journey.ts'
import { fillMoney, publish, save, section, writeParameters, writeText } from './project-steps.ts'
import { type Login, signInStaffFirst } from './staff-steps.ts'

const noEffort = (): Effort => ({ clicks: 0, fields: 0, keys: 0 })

/** Fails above the limit, and prints the figures. */
function expectWithin(minutes: number, what: string, effort: Effort): void {
  const seconds = secondsOf(effort)
  const { clicks, fields, keys } = effort
  console.log(`${what}: ${clicks} clicks, ${fields} fields, ${keys} keys: ${(seconds / 60).toFixed(1)} min`)
  expect(clicks * fields * keys, 'nothing was counted').toBeGreaterThan(0)
  expect(seconds, what).toBeLessThan(minutes * 60)
}

test('[27.5] from what a new customer wants to know to the first order takes at most 3 minutes', async ({
  browser,
  server,
}) => {
  const effort = noEffort()
  const page = await openCounted(browser, effort, { baseURL: server.url })
  const phone = `139${String(Date.now()).slice(-8)}`
  await page.goto('/')
  await page.getByRole('link', { name: '不知道选哪个？' }).click()
  await page.getByRole('link', { name: '样品是什么物相、纯不纯' }).click()
  await page
    .getByRole('link', { name: /^选择参数/ })
    .first()
    .click()
  await page.getByRole('button', { name: '加入实验方案' }).first().click()
  await registerInDialog(page, server, phone, 'four-blue-boats')
  await completeProfile(page, { name: '赵新', type: /老师/, company: '演示大学' })
  await page.getByRole('button', { name: '加入实验方案' }).first().click()
  await page
    .getByRole('link', { name: /实验方案/ })
    .first()
    .click()
  await to(page, '去下单', '项目与参数')
  await to(page, '下一步', '样品信息')
  await page.getByLabel('样品名称').first().fill('氧化锌')
  await page.getByLabel('主要成分').first().fill('ZnO')
  await to(page, '下一步', '送样方式')
  await to(page, '下一步', '付款与发票')
  await to(page, '下一步', '核对与协议')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '提交订单' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /已提交/ })).toBeVisible()
  expectWithin(3, 'first order of a new customer', effort)
})

async function to(page: Page, button: string, step: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { level: 1, name: step })).toBeVisible()
}

test('[27.5] from an empty database to the first own project, price and instrument takes at most 15 minutes, led by the guide', async ({
  browser,
}, { project }) => {
  test.setTimeout(300_000)
  await serve(bareInstallation(project.name), async (server) => {
    const effort = noEffort()
    const boss = await signInFirst(browser, server.url, effort, await firstAdministrator(server.dataFolder))
    await expect(boss.getByText('开始使用（0/8）')).toBeVisible()
    await goTo(boss, '给同事开账号')
    const editorLogin = await addColleague(boss, 'lin', '林静', '内容运营')
    const managerLogin = await addColleague(boss, 'zhou', '周敏', '客户经理')
    const labLogin = await addColleague(boss, 'heyong', '何勇', '实验员')

    const editor = await signInFirst(browser, server.url, effort, editorLogin)
    await addCategory(editor)
    const path = await writeProject(editor)
    const manager = await signInFirst(browser, server.url, effort, managerLogin)
    await manager.goto(`${path}?section=price`)
    const prices = section(manager, '价格')
    await prices.getByRole('radio', { name: '按下面的规则计价' }).check()
    await fillMoney(prices.getByRole('group', { name: '计价方式 1' }), ['200', '250', '320'])
    await save(manager)
    await editor.reload()
    await publish(editor)

    const lab = await signInFirst(browser, server.url, effort, labLogin)
    await goTo(lab, '登记第一台仪器')
    await registerInstrument(lab)

    await boss.goto('/console')
    await expect(boss.getByText('开始使用（3/8）')).toBeVisible()
    expectWithin(15, 'a new laboratory', effort)
    await boss.goto('/')
    await expect(boss.getByRole('link', { name: /化学吸附/ }).first()).toBeVisible()
  })
})

/** As a laboratory makes it: by the command line, while the server runs. */
async function firstAdministrator(dataFolder: string): Promise<Login> {
  const command = resolve(import.meta.dirname, '../src/mingxi.ts')
  const env = pinnedEnvironment({ DATABASE_URL: '', DATA_DIR: dataFolder })
  const { stdout } = await promisify(execFile)(await pinnedNode(), [command, 'add-admin', 'zhang', '张建', '--json'], {
    env,
  })
  return JSON.parse(stdout) as Login
}

/** The first sign-in of a member of staff: own password, authenticator app, inbox. */
async function signInFirst(browser: Browser, url: string, effort: Effort, login: Login): Promise<Page> {
  const page = await openCounted(browser, effort, { baseURL: url })
  await signInStaffFirst(page, login, 'three quiet lakes')
  return page
}

const goTo = (page: Page, step: string) => page.getByRole('link', { name: new RegExp(`^去完成 ?：${step}`) }).click()

async function addColleague(page: Page, account: string, name: string, role: string): Promise<Login> {
  await page.getByRole('button', { name: '新增员工' }).click()
  const form = page.getByRole('form', { name: '新增员工' })
  await form.getByLabel('账号').fill(account)
  await form.getByLabel('姓名').fill(name)
  await form.getByLabel('角色').selectOption({ label: role })
  await form.getByRole('button', { name: '新增', exact: true }).click()
  const given = page.getByRole('dialog', { name: '初始密码' })
  const password = (await given.getByRole('code').textContent()) ?? ''
  await given.getByRole('button', { name: '已保存' }).click()
  return { account, password }
}

async function addCategory(page: Page): Promise<void> {
  await page.goto('/console/content/category')
  await page.getByRole('link', { name: /新建|新增/ }).click()
  await page.getByLabel('名称').fill('催化剂表征')
  await page.getByRole('combobox', { name: '上级' }).selectOption({ index: 1 })
  await save(page)
  await publish(page)
}

async function writeProject(page: Page): Promise<string> {
  await page.getByRole('link', { name: '工作台' }).first().click()
  await goTo(page, '发布第一个检测项目')
  await page.getByRole('link', { name: '新建项目' }).first().click()
  await writeText(page, { name: '化学吸附（TPD）', slug: 'tpd', category: { label: '送样检测 / 催化剂表征' } })
  await section(page, '样品要求')
    .page()
    .getByRole('navigation', { name: '检测项目' })
    .getByRole('link', { name: '介绍与问答' })
    .click()
  await page.getByRole('button', { name: '添加仪器' }).click()
  await section(page, '介绍与问答').getByLabel('名称').fill('化学吸附仪')
  await writeParameters(page)
  await save(page)
  await expect(page).toHaveURL(/\/console\/projects\/\d+/)
  return new URL(page.url()).pathname
}

async function registerInstrument(page: Page): Promise<void> {
  await page.getByRole('button', { name: '登记仪器' }).first().click()
  const form = page.getByRole('form', { name: '仪器资料' })
  for (const [label, value] of [
    ['仪器编号', 'TPD-01'],
    ['名称', '化学吸附仪'],
    ['型号', 'AutoChem II'],
    ['位置', 'A301'],
    ['保管人', '何勇'],
  ] as const)
    await form.getByLabel(new RegExp(`^${label}`)).fill(value)
  await form.getByLabel('服务的项目').selectOption({ label: '化学吸附（TPD）' })
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/console\/instruments\/\d+/)
}
