import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderDetail } from '../../src/lab/orders/contract.ts'
import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { payCreate } from '../../src/money/payments/contract.ts'
import { prestoreApplyInit } from '../../src/money/prestore/contract.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import { orderBody } from '../order-input.ts'
import type { Buyer } from '../services.ts'
import type { Act, Operation } from './history.ts'

const ANSWER_WITHIN_MS = 6000
const PAUSE_MS = 60

export interface Hosts {
  /** The addresses of the web hosts, some of which may be down. */
  webs: () => string[]
  isOver: () => boolean
}

/** One customer with two devices: one orders and pays without pause, the other reads the balance and the orders. */
export async function customer(
  hosts: Hosts,
  buyer: Buyer,
  planLines: readonly number[],
  note: (operation: Operation) => void,
): Promise<void> {
  const orders: string[] = []
  let turn = buyer.id
  const ask = async (
    act: Act,
    call: Call,
    input: object,
    told: (data: never) => object,
    key?: string,
  ): Promise<Operation> => {
    const webs = hosts.webs()
    const began = performance.now()
    const answer = await answerOf(webs[(turn += 1) % webs.length] ?? '', call, input, buyer.token, key)
    const seen = answer.outcome === 'ok' ? { ...act, ...told(answer.data as never) } : act
    const operation = { client: buyer.id, began, ended: performance.now(), outcome: answer.outcome, key, act: seen }
    note(operation as Operation)
    if (answer.outcome === 'refused') throw new Error(`${call.path} was refused: ${answer.reason}`)
    return operation as Operation
  }
  /** Sends the same key again until an answer comes. */
  const insist = async (send: (key: string) => Promise<Operation>): Promise<Act | undefined> => {
    const key = randomUUID()
    while (!hosts.isOver()) {
      const operation = await send(key)
      if (operation.outcome === 'ok') return operation.act
      await sleep(PAUSE_MS)
    }
    return undefined
  }
  const buys = async () => {
    for (const line of planLines) {
      const made = await insist((key) =>
        ask({ kind: 'order' }, orderAdd, orderBody(line), ({ orderNo }: { orderNo: string }) => ({ orderNo }), key),
      )
      if (made?.kind !== 'order' || made.orderNo === undefined) return
      const { orderNo } = made
      orders.push(orderNo)
      const input = { kind: 'order', no: orderNo, method: 'prestore' }
      if (!(await insist((key) => ask({ kind: 'pay', orderNo }, payCreate, input, () => ({}), key)))) return
      await sleep(PAUSE_MS)
    }
  }
  const reads = async () => {
    while (!hosts.isOver()) {
      await ask({ kind: 'balance' }, prestoreApplyInit, {}, ({ balanceFen }: { balanceFen: number }) => ({
        fen: balanceFen,
      }))
      const orderNo = orders[Math.floor(orders.length * (1 - Math.random() ** 2))] ?? orders.at(-1)
      if (orderNo !== undefined)
        await ask({ kind: 'look', orderNo }, orderDetail, { orderNo }, (seen: { stage: string; version: number }) => ({
          stage: seen.stage,
          version: seen.version,
        }))
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([buys(), reads()])
}

type Answer = { outcome: 'ok'; data: unknown } | { outcome: 'lost' } | { outcome: 'refused'; reason: string }

async function answerOf(url: string, call: Call, input: object, token: string, key?: string): Promise<Answer> {
  try {
    const response = await fetch(url + call.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const envelope = (await response.json()) as { code: number; error?: string; msg: string; data: unknown }
    if (envelope.code === 1) return { outcome: 'ok', data: envelope.data }
    if (response.status < 500 && response.status !== 429)
      return { outcome: 'refused', reason: `${envelope.error} ${envelope.msg}` }
  } catch {
    // Nothing is known about the work of a request whose answer did not come.
  }
  return { outcome: 'lost' }
}
