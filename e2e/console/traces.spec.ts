import { type CollectedSpan, collector } from '../../src/app/testing/collector.ts'
import { addToPlan, openLogin, orderFromPlan, sheet, signIn } from '../customer-steps.ts'
import { copyInstallation } from '../installations.ts'
import { expect, serve, test as journey } from '../journey.ts'

let receiver: Awaited<ReturnType<typeof collector>>

const test = journey.extend({
  server: [
    async ({ installation: _installation }, use, worker) => {
      receiver = await collector()
      const installation = await copyInstallation(worker.project.name)
      const settings = { ...installation.settings, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
      await serve(Promise.resolve({ ...installation, settings }), use)
      await receiver.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ installation: 'traces' })

test('an order is one trace from the click in the browser over its statements to its jobs', async ({
  page,
  server,
}) => {
  await openLogin(page)
  await signIn(page, '13800000002')
  await page.goto(`${server.url}/search?kw=xrd`)
  await page
    .getByRole('link', { name: /X 射线衍射/ })
    .first()
    .click()
  await addToPlan(page, 1)
  const paste = sheet([{ name: '追踪样品', ownNo: 'T-1', composition: 'TiO2', returned: '否' }])
  await orderFromPlan(page, { paste, submit: '提交订单', phone: '13800000002' })

  const ofOrder = (): CollectedSpan[] => {
    const browser = receiver.spans.find(({ name }) => name === 'browser order/add')
    return receiver.spans.filter(({ traceId }) => traceId === browser?.traceId)
  }
  const names = () => ofOrder().map(({ name }) => name)
  // The browser and the server each send their spans some seconds later.
  await expect
    .poll(() => names().some((name) => name.startsWith('job order.submitted>')), { timeout: 30_000 })
    .toBe(true)
  const byId = new Map(ofOrder().map((span) => [span.spanId, span]))
  const chain = ({ name, parentSpanId = '' }: CollectedSpan): string[] => {
    const parent = byId.get(parentSpanId)
    return [name, ...(parent ? chain(parent) : [])]
  }
  const chains = ofOrder().map(chain)
  const from = (pattern: RegExp) => chains.find(([name = '']) => pattern.test(name))
  expect(from(/^call order\/add$/)?.at(-1)).toBe('browser order/add')
  expect(from(/^SQL .*insertOrder/)).toContain('call order/add')
  expect(from(/^job order\.submitted>/)).toContain('call order/add')
  expect(
    chains.filter(([name = '', ...above]) => name.startsWith('SQL ') && above.some((each) => each.startsWith('job '))),
  ).not.toEqual([])
  // What the browser measured is about the page of the person, without what the address may hold about an order.
  const browser = ofOrder().find(({ name }) => name === 'browser order/add')
  expect(browser?.attributes['mingxi.page']).toBe('/experiment/*')
})
