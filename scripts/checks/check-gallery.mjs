// Renders the component gallery in Chromium at phone and desktop width: axe must find no violation, nothing may overflow horizontally,
// and interactions that static tests cannot cover must work. `--screenshots DIR` saves pictures. CHROMIUM selects another browser.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { axeViolations } from '../axe.mjs'
import { serveGallery } from '../pictures/gallery-server.mjs'

const cssBudgetKb = 12
const faults = []
const at = process.argv.indexOf('--screenshots')
const pictures = at > 0 ? process.argv[at + 1] : undefined

const { base, folder: out, close } = await serveGallery()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  for (const width of [375, 1440])
    for (const view of ['kit', 'tokens', 'states', 'member', 'wizard', 'console']) await checkView(width, view)
  await checkInteractions()
  await checkCss()
} finally {
  await browser.close()
  await close()
}
for (const fault of faults) console.error(fault)
console.log(faults.length ? `${faults.length} faults` : 'gallery: no faults')
process.exitCode = faults.length ? 1 : 0

async function open(width, view) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${view} ${width}: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && faults.push(`${view} ${width}: ${message.text()}`))
  await page.goto(`${base}#${view}`)
  await page.locator('h1').waitFor()
  return page
}

async function checkView(width, view) {
  const page = await open(width, view)
  await page.waitForTimeout(700)
  if (pictures) await page.screenshot({ path: join(pictures, `${view}-${width}.png`), fullPage: true })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) faults.push(`${view} ${width}: ${overflow} px wider than the screen`)
  await axe(page, `${view} ${width}`)
  await page.context().close()
}

async function axe(page, where) {
  for (const { id, help, nodes } of await axeViolations(page))
    for (const node of nodes)
      faults.push(
        `${where}: axe ${id} (${help}) ${node.html.slice(0, 160)} | ${node.failureSummary?.split('\n')[1] ?? ''}`,
      )
}

async function checkInteractions() {
  for (const check of [checkForm, checkOverlays, checkKeys]) {
    const page = await open(375, 'kit')
    await check(page)
    await page.context().close()
  }
}

async function expect(what, promise) {
  if (!(await promise)) faults.push(`interaction: ${what}`)
}

/** Waits until it is visible, because a busy machine may open a dialog slowly. */
function shown(locator) {
  return locator.waitFor({ state: 'visible', timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}

async function checkForm(page) {
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(
    'a failed submit focuses the first wrong field',
    page
      .waitForFunction(() => document.activeElement?.getAttribute('name') === 'name', undefined, { timeout: 10_000 })
      .then(
        () => true,
        () => false,
      ),
  )
  await expect('the error is shown under its field', shown(page.getByText('「姓名」不能为空')))
  await axe(page, 'form with errors')
  const form = page.getByTestId('form')
  await form.getByLabel('姓名').fill('拒绝')
  await form.getByLabel('用户类型').selectOption('3')
  await form.getByLabel('金额').fill('12.5')
  await form.getByLabel('重量').fill('20')
  await form.getByLabel('粉末').check()
  await form.getByLabel('已阅读并同意服务协议').check()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(
    'the refusal of the server is shown in the form',
    form
      .getByRole('alert')
      .getByText('订单状态已变化')
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      ),
  )
  await expect('the input is kept', (async () => (await form.getByLabel('金额').inputValue()) === '12.5')())
  await form.getByLabel('姓名').fill('示例')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  const sent = JSON.parse((await page.getByTestId('sent').textContent()) || '{}')
  await expect(
    'fen and numbers are sent as the schema requires',
    sent.amountFen === 1250 && sent.type === 3 && sent.mass === 20 && !('email' in sent),
  )
}

async function checkOverlays(page) {
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.getByRole('button', { name: '对话框' }).click()
  await axe(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(
    'Esc closes the dialog and returns the focus',
    (async () => (await page.locator('dialog[open]').count()) === 0 && (await focused()) === '对话框')(),
  )
  await page.getByRole('button', { name: '确认', exact: true }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect('a confirmation requires a reason', shown(page.getByText('请填写取消原因')))
  await page.getByLabel('取消原因').fill('重复下单')
  await page.getByLabel('输入“A-001”以确认').fill('A-001')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(
    'a failed confirmation shows the reason and stays open',
    page
      .locator('dialog[open]')
      .getByText('订单状态已变化')
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      ),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect('the phone menu opens', shown(page.locator('dialog[open]').getByRole('link', { name: '公司简介' })))
  await axe(page, 'phone menu')
  if (pictures) await page.screenshot({ path: join(pictures, 'phone-menu.png') })
  await page.keyboard.press('Escape')
}

async function checkKeys(page) {
  await page.getByRole('button', { name: '错误提示' }).click()
  await expect(
    'an error toast is announced',
    page
      .getByRole('alert')
      .getByText('网络异常')
      .first()
      .waitFor({ state: 'attached', timeout: 10_000 })
      .then(
        () => true,
        () => false,
      ),
  )
  await page.locator('[data-number="26"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect('the element picker works by keyboard', shown(page.getByText('、Co 钴')))
  await page.getByRole('tab', { name: '高校院所' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect('arrow keys move through tabs', shown(page.getByRole('tabpanel').getByText('五个步骤')))
  await page.getByRole('application').focus()
  await page.keyboard.press('p')
  await expect('the plot reads its highest peak by keyboard', shown(page.getByText(/^读数 2θ/)))
}

async function checkCss() {
  const html = await readFile(join(out, 'index.html'), 'utf8')
  const names = [...html.matchAll(/href="\.\/([^"]+\.css)"/g)].map((match) => match[1])
  let kb = 0
  for (const name of names) kb += gzipSync(await readFile(join(out, name))).length / 1024
  console.log(`css of the whole kit: ${kb.toFixed(1)} kB gzip`)
  if (names.length === 0 || kb > cssBudgetKb) faults.push(`css: ${kb.toFixed(1)} kB of ${cssBudgetKb}`)
}
