import { chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../e2e/customer-steps.ts'
import { callAt, type Tokens } from '../e2e/demo-orders.ts'
import { sampleOf } from '../src/app/testing/scenes/order-scene.ts'
import { firstAgreementVersion } from '../src/core/agreements/agreement-rules.ts'
import { initialValues, type ParameterForm } from '../src/shop/catalogue/forms/form-rules.ts'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../scripts/run-server.mjs'
import { percentile } from './measure.ts'

/**
 * An order of 10 lines with 9 samples each, about the most that an order takes: time of its price and of placing it, and how long the page of the samples needs for each typed
 * letter until the next paint. The pages must have been built. Run: node bench/wizard.ts
 */
const LINES = 10
const SAMPLES = 9
const LETTERS = 40

const server = await startServer({ LOG_LEVEL: 'silent', DEMO: 'on' })
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  const tokens = await callAt<Tokens>(server.url, 'open/login', { account: '13800000001', password: DEMO_PASSWORD })
  const ask = <Data>(path: string, input: object) => callAt<Data>(server.url, path, input, tokens.token)
  const { list } = await callAt<{ list: { rid: number; name: string }[] }>(
    server.url,
    'open/web/device/search?size=100',
  )
  const xrd = list.find(({ name }) => name.includes('X 射线衍射（XRD）')) ?? list[0]
  const { form } = await callAt<{ form: ParameterForm }>(server.url, `open/web/device/detail?rid=${xrd?.rid}`)
  const filled = { rid: xrd?.rid, parameters: initialValues(form), sampleCount: SAMPLES, urgent: false }
  const planIds: number[] = []
  for (let n = 0; n < LINES; n++) planIds.push((await ask<{ id: number }>('auth/tempDevice/add', filled)).id)
  const samples = planIds.flatMap((planId, line) =>
    Array.from({ length: SAMPLES }, (_, n) => sampleOf(planId, `${line + 1}-${n + 1}`)),
  )
  const { version, data } = await ask<{ version: number; data: object }>('auth/draft/get', {})
  await ask('auth/draft/save', { version, step: 2, data: { ...data, planIds, samples } })

  const prices = await timed(10, () => ask('auth/tempDevice/list', { groupNo: '' }))
  console.log(`price of ${LINES} lines: p50 ${percentile(prices, 0.5).toFixed(0)} ms`)
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    baseURL: server.url,
  })
  const page = await context.newPage()
  await page.goto('/contact')
  await page.evaluate(
    ({ token, refreshToken, expires }) =>
      localStorage.setItem('mingxi.session', JSON.stringify({ access: token, refresh: refreshToken, expires })),
    tokens,
  )
  const begun = performance.now()
  await page.goto('/experiment/step2')
  const name = page.getByRole('textbox', { name: '样品名称，第 1 个样品' }).first()
  await name.waitFor()
  console.log(`page with ${samples.length} samples shown after ${(performance.now() - begun).toFixed(0)} ms`)
  const delays = await typed(page, () => name.pressSequentially('a'.repeat(LETTERS), { delay: 60 }))
  console.log(
    `letter to paint: p50 ${percentile(delays, 0.5).toFixed(0)}, p99 ${percentile(delays, 0.99).toFixed(0)} ms (${delays.length} letters)`,
  )

  const order = {
    ...{ planIds, samples, remark: '', funding: [], agreementVersion: firstAgreementVersion, agreed: true },
    contact: { name: '王老师', phone: '13800000001', email: '' },
    delivery: { kind: 'self_send' },
    invoice: { type: 0 },
  }
  const [placed = 0] = await timed(1, () => ask('auth/order/add', order))
  console.log(`order of ${samples.length} samples placed in ${placed.toFixed(0)} ms`)
} finally {
  await browser.close()
  await server.stop()
}

async function timed(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times
}

/** Milliseconds from each key until the frame that shows it. */
async function typed(page: Page, type: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const shared = window as unknown as { delays: number[] }
    shared.delays = []
    document.addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        requestAnimationFrame(() => setTimeout(() => shared.delays.push(performance.now() - start)))
      },
      true,
    )
  })
  await type()
  return page.evaluate(() => (window as unknown as { delays: number[] }).delays)
}
