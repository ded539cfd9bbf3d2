import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contextOf, test } from '../demo.ts'
import { accessibilityFaults, expect, widthFaults } from '../journey.ts'

test('a customer analyses a delivered curve, keeps the analysis, opens it again and takes its text away', async ({
  browser,
  server,
  demo,
}) => {
  const page = await (await contextOf(browser, server.url, demo, 'individual')).newPage()
  const teacher = await (await contextOf(browser, server.url, demo, 'teacher')).newPage()
  await teacher.goto(`/member/order/${demo.orders.delivered.orderNo}`)
  await teacher
    .getByRole('link', { name: /^分析 / })
    .first()
    .click()
  await expect(teacher.getByRole('heading', { level: 1, name: '曲线分析' })).toBeVisible()
  const address = new URL(teacher.url())
  const method = teacher.getByRole('combobox', { name: '方法' })
  const values = teacher.getByRole('table', { name: '结果数值' })

  await test.step('the strongest peak of a range is measured while typing', async () => {
    await method.selectOption({ label: '面积与峰形' })
    await teacher.getByLabel('积分区间').fill('30.5 33')
    await expect(values.getByRole('row', { name: /最高点位置/ })).toContainText(/31\.(68|72)/)
    await expect(values.getByRole('row', { name: /半高宽/ })).toContainText(/0\.2\d+/)
    await teacher.getByLabel('积分区间').fill('90 95')
    await expect(teacher.getByRole('alert').filter({ hasText: '不在曲线的范围' })).toBeVisible()
    await teacher.getByLabel('两端各取平均').fill('0')
    await expect(teacher.getByText('“两端各取平均”应在 1 到 200 点 之间。').first()).toBeVisible()
    await teacher.getByLabel('两端各取平均').fill('4')
    await teacher.getByLabel('积分区间').fill('45 46')
    await expect(values.getByRole('row', { name: /最高点位置/ })).toContainText(/45\.4/)
  })

  await test.step('it is kept with its parameters, and its text says where it comes from', async () => {
    await teacher.getByRole('textbox', { name: '备注' }).fill('(220) 峰')
    await teacher.getByRole('button', { name: '保存分析' }).click()
    const row = teacher.getByRole('table', { name: '保存的分析' }).getByRole('row', { name: /\(220\) 峰/ })
    await expect(row).toContainText('面积')
    const text = await taken(teacher, () => row.getByRole('button', { name: /^下载文字/ }).click())
    expect(text).toContain(demo.orders.delivered.orderNo)
    expect(text).toContain('SHA-256')
    expect(text).toContain('两端各取平均：4 点')
    expect(text).toContain('建议值，仅供参考')
    const unkept = await taken(teacher, () => teacher.getByRole('button', { name: '下载文字', exact: true }).click())
    expect(linesBelow(unkept, '结果')).toEqual(linesBelow(text, '结果'))
  })

  await test.step('it is opened again, removed, and taken back', async () => {
    await teacher.getByLabel('积分区间').fill('30 35')
    const row = teacher.getByRole('table', { name: '保存的分析' }).getByRole('row', { name: /\(220\) 峰/ })
    await row.getByRole('button', { name: /^打开/ }).click()
    await expect(teacher.getByLabel('积分区间')).toHaveValue('45 46')
    await row.getByRole('button', { name: /^移除/ }).click()
    await expect(row).toHaveCount(0)
    await teacher.getByRole('button', { name: '撤销移除' }).click()
    await expect(row).toHaveCount(1)
  })

  await test.step('[Q-261] [Q-263] all kept analyses lead to the library, and one of them opens with its parameters', async () => {
    await teacher.goto('/member/analysis')
    await expect(teacher.getByRole('link', { name: '选择曲线' })).toHaveAttribute('href', '/member/library')
    await teacher
      .getByRole('row', { name: /\(220\) 峰/ })
      .getByRole('link', { name: /^打开/ })
      .click()
    await expect(teacher.getByLabel('积分区间')).toHaveValue('45 46')
  })

  await test.step('on a phone nothing is cut off', async () => {
    await teacher.setViewportSize({ width: 375, height: 812 })
    expect(await accessibilityFaults(teacher)).toEqual([])
    expect(await widthFaults(teacher)).toEqual([])
  })

  await test.step('another customer finds nothing at that address', async () => {
    await page.goto(`${address.pathname}${address.search}`)
    await expect(
      page
        .getByRole('main')
        .getByText(/不存在|未找到|找不到/)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('application')).toHaveCount(0)
  })
})

async function taken(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download')
  await press()
  return readFileSync(await (await download).path(), 'utf8')
}

function linesBelow(text: string, title: string): string[] {
  return (text.split(`【${title}】\n`)[1] ?? '').split('\n\n')[0]?.split('\n') ?? []
}
