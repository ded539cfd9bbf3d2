import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

// Steps of an editor and a manager who make a project, in its editor.

export const section = (page: Page, label: string): Locator => page.getByRole('region', { name: label, exact: true })
const open = async (page: Page, label: string) => {
  await page.getByRole('navigation', { name: '检测项目' }).getByRole('link', { name: label }).click()
  await expect(section(page, label)).toBeVisible()
}
export const save = async (page: Page) => {
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('草稿已保存').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeEnabled()
}
export const publish = async (page: Page) => {
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即发布' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export async function writeText(
  page: Page,
  project: { name: string; slug: string; category: { value: string } | { label: string } },
): Promise<void> {
  const basics = section(page, '基本信息')
  await basics.getByLabel('项目名称').fill(project.name)
  await basics.getByLabel('网址标识').fill(project.slug)
  await basics.getByLabel('分类').selectOption(project.category)
  await basics.getByLabel('简介').fill('程序升温脱附，测定表面酸碱中心的数量与强度')
  await basics.getByLabel('最短周期').fill('3')
  await basics.getByLabel('最长周期').fill('6')
  await open(page, '介绍与问答')
  await section(page, '介绍与问答').getByLabel('项目介绍').fill('吸附探针分子后程序升温，记录脱附信号。')
  await open(page, '样品要求')
  const forms = section(page, '样品要求')
  await forms.getByRole('checkbox', { name: '接收粉末' }).check()
  await forms.getByRole('group', { name: '粉末' }).getByLabel('最少用量').fill('≥ 200 mg')
  for (const form of ['块体', '薄膜', '液体', '纤维'])
    await forms.getByRole('group', { name: form }).getByLabel('不接收的原因').fill('请研磨成粉末后送样')
}

export async function writeParameters(page: Page): Promise<void> {
  await open(page, '参数表单')
  const form = section(page, '参数表单')
  const add = async (kind: string) => {
    await form.getByText('添加字段').click()
    await form.getByRole('button', { name: kind, exact: true }).click()
  }
  await add('单选')
  await form.getByLabel('字段名称').fill('吸附气体')
  const options = form.getByLabel('选项名称')
  await options.first().fill('二氧化碳')
  await form.getByRole('button', { name: '添加选项' }).click()
  await options.nth(1).fill('氨气')
  await form.getByLabel('初始选中').selectOption({ label: '二氧化碳' })
  await add('数值')
  const visible = (label: string) => form.getByLabel(label).locator('visible=true')
  await visible('字段名称').fill('终止温度')
  await visible('单位').fill('℃')
  await visible('最小值').fill('100')
  await visible('最大值').fill('900')
  await visible('初始值').fill('600')
}

export async function fillMoney(row: Locator, yuan: string[]): Promise<void> {
  for (const [index, label] of ['高校院所', '个人', '企业'].entries())
    await row.getByLabel(label).fill(yuan[index] ?? '')
}
