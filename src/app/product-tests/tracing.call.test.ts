import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderCancel } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import { readConfig } from '../../config.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { drainJobs, onJob } from '../../platform/jobs/worker.ts'
import { defineJob } from '../../platform/jobs/declared.ts'
import { sql } from '../../platform/db/sql.ts'
import { inTx } from '../../platform/http/ctx.ts'
import { BROWSER_SPANS_PATH } from '../../platform/contract/browser-span.ts'
import { startTracing } from '../../platform/observe/start-tracing.ts'
import { currentTracing, inSpan, traceparentHere, useTracing } from '../../platform/observe/tracing.ts'
import { z } from 'zod'
import { type CollectedSpan, collector } from '../testing/collector.ts'
import { orderScene } from '../testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let receiver: Awaited<ReturnType<typeof collector>>

beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  await app.drain()
  receiver = await collector()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})

const newTraceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`
const idsOf = (traceparent: string) => traceparent.split('-').slice(1, 3) as [string, string]

/** Runs `work` while spans go to the receiver, and answers those that came. */
async function traced(work: () => Promise<void>, settings: Record<string, string> = {}): Promise<CollectedSpan[]> {
  receiver.spans.length = 0
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'mingxi-test',
    ...settings,
  })
  const tracing = startTracing(config)
  useTracing(tracing)
  try {
    await work()
  } finally {
    useTracing(undefined)
    await tracing.stop()
  }
  return [...receiver.spans]
}

it('an order is one trace from the browser over its statements to its jobs and theirs', async () => {
  const customer = await scene.buyer(0)
  const planId = await scene.plan(customer)
  const traceparent = newTraceparent()
  const spans = await traced(async () => {
    const answer = await app.send(orderAdd, scene.request([planId]), { as: customer, headers: { traceparent } })
    expect(answer.status).toBe(200)
    expect(answer.headers.traceresponse).toMatch(new RegExp(`^00-${idsOf(traceparent)[0]}-[0-9a-f]{16}-01$`))
    await app.drain()
    const span = { traceparent, call: 'order/add', status: 200, agoMs: 900, ms: 800, page: '/experiment/step5' }
    const sent = [{ ...span, navigation: 'navigate', pageMs: 1200 }]
    const { statusCode } = await app.server.inject({ method: 'POST', url: BROWSER_SPANS_PATH, payload: sent })
    expect(statusCode).toBe(204)
  })
  const [traceId, browserId] = idsOf(traceparent)
  const own = spans.filter((span) => span.traceId === traceId)
  const one = (name: string | RegExp) =>
    own.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  const [browser] = one('browser order/add')
  expect(browser).toMatchObject({
    spanId: browserId,
    service: 'mingxi-test',
    attributes: { 'mingxi.page': '/experiment/*' },
  })
  const [call] = one('call order/add')
  expect(call).toMatchObject({ parentSpanId: browserId, attributes: { 'mingxi.actor': 'customer' } })
  const byId = new Map(own.map((span) => [span.spanId, span]))
  /** The names from a span up to the root of the trace. */
  const chain = (span: CollectedSpan): string[] => {
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined
    return [span.name, ...(parent ? chain(parent) : [])]
  }
  // Everything hangs together under the browser's span.
  for (const span of own) expect([span.name, chain(span).at(-1)]).toEqual([span.name, 'browser order/add'])
  const [insert] = one(/^SQL lab\/orders\/.*insertOrder/)
  expect(insert && chain(insert)).toEqual(expect.arrayContaining(['transaction', 'call order/add']))
  expect(insert?.attributes['db.query.text']).toMatch(/insert into orders/)
  const jobs = one(/^job order\.submitted>/)
  expect(jobs.length).toBeGreaterThan(0)
  for (const job of jobs) expect(chain(job)).toContain('call order/add')
  expect(
    own.filter((span) => span.name.startsWith('SQL ') && chain(span).some((name) => name.startsWith('job '))),
  ).not.toEqual([])
})

it('spans hold neither values of statements nor anything of the customer', async () => {
  const customer = await scene.buyer(0)
  const { orderNo } = await scene.order(customer)
  const spans = await traced(async () => {
    await app.call(
      orderCancel,
      { orderNo, reason: '标记的原因 13987654321' },
      { as: customer, headers: { traceparent: newTraceparent() } },
    )
    await app.drain()
  })
  expect(spans.length).toBeGreaterThan(5)
  const text = JSON.stringify(spans)
  for (const secret of [customer.token, customer.phone, '13987654321', '标记的原因']) expect(text).not.toContain(secret)
})

const laterJob = defineJob('test.later', z.object({}))

it('a job of a later time begins a trace of its own that names the one it follows from', async () => {
  const queued = { trace: '' }
  const spans = await traced(async () => {
    const span = currentTracing()?.begin('call test/queue')
    if (!span) throw new Error('not sampled')
    await inSpan(span, () =>
      inTx(app.system, async (ctx) => {
        queued.trace = traceparentHere() ?? ''
        await enqueue(ctx, laterJob, {}, { at: new Date(app.clock.now().getTime() + 3_600_000) })
      }),
    )
    app.clock.advance({ hours: 2 })
    await drainJobs(app.services, { subscribers: [], handlers: [onJob(laterJob, async () => {})] })
  })
  const job = spans.find((span) => span.name === 'job test.later')
  const [traceId] = idsOf(queued.trace)
  expect(job?.traceId).not.toBe(traceId)
  expect(job?.links).toMatchObject([{ traceId }])
})

it('what is not sampled has no span, and the browser is not asked for one, whatever its flag says', async () => {
  const traceparent = newTraceparent().replace(/-00$/, '-01')
  const customer = await app.customer(0)
  const settings = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  const spans = await traced(async () => {
    const { headers } = await app.send(orderAdd, {}, { as: customer, headers: { traceparent } })
    expect(headers.traceresponse).toBeUndefined()
    expect(await app.db.rows(sql`select 1 as one`)).toHaveLength(1)
  }, settings)
  expect(spans).toEqual([])
})

it('spans of browsers are limited in size, shape and number', async () => {
  const span = { traceparent: newTraceparent(), call: 'order/add', status: 200, agoMs: 0, ms: 1, page: '/x', pageMs: 0 }
  const good = { ...span, navigation: 'navigate' }
  const spans = await traced(async () => {
    const send = (payload: object) => app.server.inject({ method: 'POST', url: BROWSER_SPANS_PATH, payload })
    await send([{ ...good, call: '<script>' }])
    await send([{ ...good, traceparent: 'x' }])
    await send([{ ...good, extra: 1 }])
    await send(Array.from({ length: 21 }, () => good))
    expect((await send([{ ...good, page: 'x'.repeat(20_000) }])).statusCode).toBe(413)
    // The clock stands still, so all of them fall into one second.
    app.clock.advance({ minutes: 1 })
    for (let n = 0; n < 10; n++) await send(Array.from({ length: 20 }, () => good))
  })
  const taken = spans.filter(({ name }) => name.startsWith('browser'))
  expect(taken).toHaveLength(50)
})
