import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderAdd, draftGet, draftSave } from '../../src/lab/ordering/contract.ts'
import { orderDetail, orderHistory } from '../../src/lab/orders/contract.ts'
import { staffOrderList } from '../../src/lab/orders/lists/list-contract.ts'
import { planAdd, planList } from '../../src/lab/plans/contract.ts'
import { staffSampleList } from '../../src/lab/samples/list-contract.ts'
import { payCreate } from '../../src/money/payments/contract.ts'
import { prestoreApplyInit } from '../../src/money/prestore/contract.ts'
import { userInfo } from '../../src/people/customers/person-contract.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import { deviceSearch } from '../../src/shop/catalogue/contract.ts'
import { deviceDetail } from '../../src/shop/site/contract.ts'
import { inboxRead } from '../../src/workspace/inbox/contract.ts'
import { orderBody } from '../order-input.ts'
import type { Buyer } from '../services.ts'
import type { Seen } from './seen.ts'

/** Between two pages; a person reads, looks for a number or is called away. */
const THINK_MS = 8000
const LONGEST_THINK_MS = 60_000
/** A browser gives a page up after a while; the product's own limits are shorter. */
const ANSWER_WITHIN_MS = 30_000
/** Half of the orders are paid at once, the others after the invoice. */
const PAID_SHARE = 0.5
const words = ['xrd', '电镜', '衍射', 'SEM', '热分析', '红外', 'BET']

export interface World {
  url: string
  seen: Seen
  isOver: () => boolean
  /** A project with a fixed price, as its page answers it. */
  project: { rid: number; parameters: Record<string, unknown> }
  /** Numbers of the orders whose acknowledgement arrived. */
  orders: string[]
}

/** Visits the shop, orders, pays and looks at the orders, again and again, with time to think between the pages. */
export async function customer(world: World, buyer: Buyer, number: number): Promise<void> {
  const ask = asker(world, buyer, number)
  await think(world)
  while (!world.isOver()) {
    await ask.page('/')
    await think(world)
    await ask.get(`${deviceSearch.path}?kw=${encodeURIComponent(words[number % words.length] ?? '')}`, 'search')
    await think(world)
    await Promise.all([
      ask.page(`/detail/${world.project.rid}`),
      ask.get(`${deviceDetail.path}?rid=${world.project.rid}`, 'project'),
    ])
    await think(world)
    const line = await ask.call<{ id: number }>(planAdd, { ...world.project, sampleCount: 1, urgent: false })
    if (line) await ordered(world, ask, line.id)
    await ask.call(orderHistory, { tab: 'all' })
    await think(world)
  }
}

/** The wizard: each step saves the draft. */
async function ordered(world: World, ask: ReturnType<typeof asker>, line: number): Promise<void> {
  await Promise.all([ask.call(planList, {}), ask.call(userInfo, {})])
  await think(world)
  const draft = await ask.call<{ version: number; data: object }>(draftGet, {})
  const body = orderBody(line)
  let version = draft?.version ?? 0
  for (const step of [2, 3, 5]) {
    const data = { ...draft?.data, planIds: body.planIds, samples: body.samples }
    version = (await ask.call<{ version: number }>(draftSave, { version, step, data }))?.version ?? version
    await think(world)
  }
  const made = await ask.call<{ orderNo: string }>(orderAdd, body)
  if (!made) return
  world.orders.push(made.orderNo)
  await ask.call(orderDetail, { orderNo: made.orderNo })
  await think(world)
  if (Math.random() < PAID_SHARE) {
    await ask.call(prestoreApplyInit, {})
    await ask.call(payCreate, { kind: 'order', no: made.orderNo, method: 'prestore' })
    await think(world)
  }
}

/** Someone of the laboratory, who looks at what is to be done. */
export async function colleague(world: World, person: Buyer & { role: string }, number: number): Promise<void> {
  const ask = asker(world, person, number)
  const list = { manager: staffOrderList, lab: staffSampleList }[person.role]
  await think(world)
  while (!world.isOver()) {
    await ask.call(inboxRead, {})
    await think(world)
    if (list) await ask.call(list, {})
    await think(world)
  }
}

function asker({ url, seen, isOver }: World, person: { token: string }, number: number) {
  // Each person has an address, as behind a proxy: limits count by address.
  const from = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }
  const answer = async (kind: string, path: string, init: RequestInit): Promise<unknown> => {
    const began = performance.now()
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...from, ...init.headers },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const text = await response.text()
      seen.answered(kind, performance.now() - began)
      if (!response.headers.get('content-type')?.includes('json')) {
        if (response.status !== 200) seen.failed(kind, `${response.status}`)
        return undefined
      }
      const { code, data, msg } = JSON.parse(text) as { code: number; data: unknown; msg: string }
      if (code === 1) return data
      seen.failed(kind, `${response.status} ${msg}`)
    } catch (error) {
      if (!isOver()) seen.failed(kind, `no answer: ${(error as Error).name}`)
    }
    return undefined
  }
  return {
    page: (path: string) => answer('page', path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } }),
    get: (path: string, kind: string) => answer(kind, path, {}),
    call: (call: Call, input: object) =>
      answer(call.name, call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: person.token, 'idempotency-key': randomUUID() },
        body: JSON.stringify(input),
      }),
  } as {
    page: (path: string) => Promise<unknown>
    get: (path: string, kind: string) => Promise<unknown>
    call: <Data>(call: Call, input: object) => Promise<Data | undefined>
  }
}

/** Exponential, as of people who do not know of each other. */
async function think({ isOver }: World): Promise<void> {
  const until = performance.now() + Math.min(LONGEST_THINK_MS, -Math.log(1 - Math.random()) * THINK_MS)
  while (performance.now() < until && !isOver()) await sleep(Math.min(1000, Math.max(1, until - performance.now())))
}
