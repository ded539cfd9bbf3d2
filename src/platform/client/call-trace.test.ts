import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { BROWSER_SPANS_PATH } from '../contract/browser-span.ts'
import { defineCall } from '../contract/call.ts'
import { send } from './transport.ts'

const call = defineCall({
  name: 'probe/it',
  area: 'open',
  summary: '',
  input: z.strictObject({}),
  output: z.object({}),
})

let sentHeaders: Record<string, string>[]
let beacons: { path: string; body: Blob }[]
let leave: () => void

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  sentHeaders = []
  beacons = []
  vi.stubGlobal('location', { pathname: '/member/order/MX26030200001' })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', (_name: string, listen: () => void) => (leave = listen))
  vi.stubGlobal('navigator', { sendBeacon: (path: string, body: Blob) => beacons.push({ path, body }) })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'reload', domContentLoadedEventEnd: 812.4 },
  ] as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function serverThatKeeps(kept: boolean) {
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    sentHeaders.push(headers)
    const trace: Record<string, string> = kept
      ? { traceresponse: `00-${headers.traceparent?.slice(3, 35)}-${'a'.repeat(16)}-01` }
      : {}
    return Response.json({ code: 1, data: {}, msg: '' }, { headers: trace })
  })
}

it('each call has a trace id of its own, and nothing more happens unless the server keeps the trace', async () => {
  serverThatKeeps(false)
  await send(call, {})
  await send(call, {})
  for (const { traceparent } of sentHeaders) expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(new Set(sentHeaders.map(({ traceparent }) => traceparent)).size).toBe(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(beacons).toEqual([])
})

it('the spans of kept traces are sent together some seconds later, with time, page and navigation', async () => {
  serverThatKeeps(true)
  await send(call, {})
  await send(call, {})
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(beacons.map(({ path }) => path)).toEqual([BROWSER_SPANS_PATH])
  const spans = JSON.parse((await beacons[0]?.body.text()) ?? '')
  expect(spans).toHaveLength(2)
  expect(spans[0]).toMatchObject({
    traceparent: sentHeaders[0]?.traceparent,
    call: 'probe/it',
    status: 200,
    page: '/member/order/MX26030200001',
    navigation: 'reload',
    pageMs: 812,
  })
})

it('they are sent when the page is left before that', async () => {
  serverThatKeeps(true)
  await send(call, {})
  await vi.dynamicImportSettled()
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  leave()
  expect(beacons).toHaveLength(1)
})
