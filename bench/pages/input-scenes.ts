import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../e2e/customer-steps.ts'
import { callAt, type Tokens } from '../../e2e/demo-orders.ts'
import { sampleOf } from '../../src/app/testing/scenes/order-scene.ts'
import { initialValues, type ParameterForm } from '../../src/shop/catalogue/forms/form-rules.ts'
import { answered, settled } from './event-timing.ts'

/** One screen with the input that is measured on it. */
export interface Scene {
  name: string
  who: string
  /** The samples of each line of the draft, where the scene has one. */
  lines?: readonly number[]
  /** Opens the screen with all its data. */
  open: (page: Page) => Promise<unknown>
  /** Makes at least twenty interactions and says how many. */
  act: (page: Page) => Promise<number>
}

/** More than an order may have, as while its lines are being divided. */
const LINES = [99, 99, 2]
const LETTERS = 24
/** Between two keys of a fast typist. */
const KEY_MS = 90
const PASTED_ROWS = 99
export const TEACHER = '13800000001'

/** The plan of these lines and the draft of their samples, each with its ten cells filled. */
export async function fillWizard(url: string, counts: readonly number[] = LINES): Promise<void> {
  const { token } = await callAt<Tokens>(url, 'open/login', { account: TEACHER, password: DEMO_PASSWORD })
  const ask = <Data>(path: string, input: object) => callAt<Data>(url, path, input, token)
  const { list } = await callAt<{ list: { rid: number; name: string }[] }>(url, 'open/web/device/search?size=100')
  const xrd = list.find(({ name }) => name.includes('X 射线衍射（XRD）')) ?? list[0]
  const { form } = await callAt<{ form: ParameterForm }>(url, `open/web/device/detail?rid=${xrd?.rid}`)
  const held = await ask<{ dataArr: { items: { id: number }[] }[] }>('auth/tempDevice/list', { groupNo: '' })
  const before = held.dataArr.flatMap(({ items }) => items.map(({ id }) => id))
  if (before.length > 0) await ask('auth/tempDevice/del', { ids: before })
  const planIds: number[] = []
  for (const sampleCount of counts) {
    const line = { rid: xrd?.rid, parameters: initialValues(form), sampleCount, urgent: false }
    planIds.push((await ask<{ id: number }>('auth/tempDevice/add', line)).id)
  }
  const samples = planIds.flatMap((planId, line) =>
    Array.from({ length: counts[line] ?? 0 }, (_, n) => ({
      ...sampleOf(planId, `${line + 1}-${n + 1}`),
      amount: '50 mg',
    })),
  )
  const { version, data } = await ask<{ version: number; data: object }>('auth/draft/get', {})
  await ask('auth/draft/save', { version, step: 2, data: { ...data, planIds, samples } })
}

/** The context of a customer or of staff who is signed in. */
export async function signedIn(context: BrowserContext, url: string, who: string): Promise<void> {
  const staff = who.includes('@')
  const path = staff ? 'open/staff/login' : 'open/login'
  const { token, refreshToken, expires } = await callAt<Tokens>(url, path, { account: who, password: DEMO_PASSWORD })
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key as string, value as string),
    [staff ? 'mingxi.staff' : 'mingxi.session', JSON.stringify({ access: token, refresh: refreshToken, expires })],
  )
}

/** By attributes: a search by role computes the roles of the whole page in the page, which would be measured with the input. */
const cell = (page: Page, label: string, row: number) =>
  page.locator(`main [aria-label="${label}，第 ${row} 个样品"]`).first()

async function typeInto(page: Page, ...[field, text]: [ReturnType<Page['locator']>, string]): Promise<number> {
  await field.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(text, { delay: KEY_MS })
  return text.length + 1
}

async function paste(page: Page, text: string): Promise<number> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await settled(page)
  await page.keyboard.press('Control+V')
  await settled(page)
  return 1
}

/** Chooses each value of a native select by the keyboard, as the list of a phone does. */
async function repeat(count: number, each: (turn: number) => Promise<unknown>): Promise<number> {
  for (let turn = 0; turn < count; turn++) await each(turn)
  return count
}

const samples = {
  who: TEACHER,
  lines: LINES,
  open: async (page: Page) => {
    await page.goto('/experiment/step2')
    await cell(page, '样品名称', 1).waitFor()
  },
}
const letters = 'a'.repeat(LETTERS)
const rows = Array.from({ length: PASTED_ROWS }, (_, n) =>
  [`粘贴 ${n}`, `p${n}`, '粉末', 'TiO2', '60 mg', '无', '常温', '否', '备注'].join('\t'),
).join('\n')

/** By its place on the screen: the checks of `tap()` run in the page and would be measured with the input. */
async function tapAndSettle(page: Page, button: ReturnType<Page['locator']>): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error(`${String(button)} is not shown`)
  await settled(page)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await settled(page)
}

const firstRows = (page: Page) => page.locator('main tbody tr[data-key]')

async function openOrders(page: Page): Promise<void> {
  // The address has no size, because a person has none to choose; 100 is the most that the call answers.
  await page.route('**/api/staff/order/list', async (route) => {
    const asked = route.request().postDataJSON() as object
    await route.continue({ postData: JSON.stringify({ ...asked, size: 100 }) })
  })
  await page.goto('/console/orders?tab=all')
  await firstRows(page).nth(99).waitFor()
}

export const scenes: Scene[] = [
  { ...samples, name: 'wizard, typing', act: (page) => typeInto(page, cell(page, '样品名称', 3), letters) },
  {
    ...samples,
    name: 'wizard, paste of 99 rows',
    act: async (page) => {
      await cell(page, '样品名称', 1).focus()
      return repeat(20, () => paste(page, rows))
    },
  },
  {
    ...samples,
    name: 'wizard, boxes and choices',
    act: async (page) => {
      const box = (row: number) => cell(page, '退回', row)
      await repeat(12, (turn) => tapAndSettle(page, box(turn + 1)))
      await cell(page, '保存条件', 1).focus()
      return 12 + (await repeat(12, (turn) => page.keyboard.press(turn % 2 ? 'ArrowUp' : 'ArrowDown')))
    },
  },
  {
    ...samples,
    name: 'wizard, a row more or fewer',
    act: async (page) => {
      const last = page.locator('main')
      return repeat(20, async (turn) => {
        const name = turn % 2 ? '去掉最后一个' : '增加一个样品'
        await tapAndSettle(page, last.locator('button', { hasText: name }).last())
        await answered(page)
      })
    },
  },
  {
    ...samples,
    // As many as an order may have: with more the step does not let go.
    lines: [99],
    name: 'wizard, next and back',
    act: async (page) => {
      const title = (name: string) => page.locator('main h1', { hasText: name }).waitFor()
      return repeat(20, async (turn) => {
        const way =
          turn % 2 === 0 ? page.locator('button', { hasText: '下一步' }) : page.locator('a', { hasText: '上一步' })
        await tapAndSettle(page, way)
        await title(turn % 2 === 0 ? '送样方式' : '样品信息')
        await settled(page)
      })
    },
  },
  {
    name: 'plan',
    who: TEACHER,
    lines: LINES,
    open: async (page) => {
      await page.goto('/experiment/plan')
      await firstRows(page).first().waitFor()
    },
    act: (page) =>
      repeat(24, (turn) =>
        tapAndSettle(page, page.locator('main tbody input[type=checkbox], main thead input').nth(turn % 3)),
      ),
  },
  {
    name: "laboratory's board",
    who: 'lab@demo',
    open: async (page) => {
      await page.goto('/console/tasks')
      await page.locator('main li a[href*="/console/tasks/"]').first().waitFor()
    },
    act: async (page) => {
      const views = ['按人员', '按仪器', '按阶段']
      await repeat(12, async (turn) => {
        await tapAndSettle(page, page.locator('main nav a', { hasText: views[turn % 3] ?? '' }))
        await page.locator('main li a[href*="/console/tasks/"]').first().waitFor()
        await settled(page)
      })
      const menus = page.locator('main li details > summary')
      return 12 + (await repeat(12, (turn) => tapAndSettle(page, menus.nth(turn >> 1))))
    },
  },
  {
    name: 'list of 100 rows, choosing',
    who: 'manager@demo',
    open: openOrders,
    act: async (page) => {
      const all = page.locator('main thead input[type=checkbox]')
      await repeat(10, () => tapAndSettle(page, all))
      return (
        10 + (await repeat(12, (turn) => tapAndSettle(page, firstRows(page).nth(turn).locator('input[type=checkbox]'))))
      )
    },
  },
  {
    name: 'list of 100 rows, order and search',
    who: 'manager@demo',
    open: openOrders,
    act: async (page) => {
      const menu = page.locator('main summary').filter({ hasText: '排序' }).first()
      const typed = await typeInto(page, page.getByRole('combobox', { name: /^搜索/ }).first(), '12345678')
      const sorted = await repeat(6, async (turn) => {
        await tapAndSettle(page, menu)
        await tapAndSettle(page, menu.locator('..').locator('button').nth(turn))
        await answered(page)
      })
      return typed + 2 * sorted
    },
  },
  {
    name: 'project editor, form',
    who: 'editor@demo',
    open: async (page) => {
      await page.goto('/console/projects/1?section=basics')
      await page.getByRole('textbox', { name: /^项目名称/ }).waitFor()
    },
    act: (page) => typeInto(page, page.getByRole('textbox', { name: /^项目名称/ }), letters),
  },
  {
    name: 'article editor, rich text',
    who: 'editor@demo',
    open: async (page) => {
      await page.goto('/console/content/article')
      await page.locator('main a[href*="/content/article/"]:not([href$=new])').first().click()
      await page.locator('main [contenteditable=true]:visible').first().waitFor()
    },
    act: (page) => typeInto(page, page.locator('main [contenteditable=true]:visible').first(), letters),
  },
  {
    name: 'project editor, parameter form',
    who: 'editor@demo',
    open: async (page) => {
      await page.goto('/console/projects/1?section=form')
      await page.locator('main input[type=text]:visible').first().waitFor()
    },
    act: (page) => typeInto(page, page.locator('main input[type=text]:visible').first(), letters),
  },
]
