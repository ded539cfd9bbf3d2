// The visitors and customers of bench/hosts.ts. Run: node bench/hosts/traffic.ts FILE, a JSON text of `Traffic`; prints a JSON text of `Seen`.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { deviceSearch } from '../../src/shop/catalogue/contract.ts'
import { login } from '../../src/people/sign-in/contract.ts'
import { orderBody } from '../order-input.ts'
import type { Buyer } from '../services.ts'

export interface Traffic {
  webs: string[]
  /** One customer each; every one orders his own plan lines. */
  people: Buyer[]
  lines: [id: number, lines: number[]][]
  /** Where in the lines this run begins, so that no line is ordered twice. */
  from: number
  seconds: number
  mixed: boolean
}

export interface Seen {
  requests: number
  /** Milliseconds of all answered requests, sorted. */
  ms: number[]
  /** Orders whose acknowledgement arrived, with its time. */
  orders: [orderNo: string, at: number][]
  /** Keys that were sent and whose answer never arrived. */
  open: number
  linesUsed: number
  failures: [at: number, what: string][]
  signIns: number
}

const { webs, people, lines, from, seconds, mixed } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Traffic
const own = new Map(lines)
const seen: Seen = { requests: 0, ms: [], orders: [], open: 0, linesUsed: 0, failures: [], signIns: 0 }
const until = Date.now() + seconds * 1000
let turn = 0
const pages = ['/', '/project', '/guide', '/contact', '/list/news']
const words = ['xrd', '电镜', '衍射', 'SEM', '热分析']

const customers = people.map((buyer) => order(buyer))
const visitors = mixed ? Array.from({ length: people.length }, (_, at) => visit(at)) : []
await Promise.all([...customers, ...visitors])
seen.ms.sort((a, b) => a - b)
console.log(JSON.stringify(seen))

/** Orders line after line. A lost answer says nothing, so the same key is sent again, to another web host. */
async function order(buyer: Buyer): Promise<void> {
  let at = from
  for (const line of own.get(buyer.id)?.slice(from) ?? []) {
    if (Date.now() >= until) break
    const key = randomUUID()
    at += 1
    seen.open += 1
    // What was sent before the end is insisted on after it, but not for ever.
    while (Date.now() < until + 20_000) {
      const answer = await ask('POST', orderAdd.path, orderBody(line), { token: buyer.token, 'idempotency-key': key })
      if (answer?.code === 1) {
        seen.orders.push([(answer.data as { orderNo: string }).orderNo, Date.now()])
        seen.open -= 1
        break
      }
      await sleep(100)
    }
    if (mixed) await sleep(50)
  }
  seen.linesUsed = Math.max(seen.linesUsed, at)
}

async function visit(number: number): Promise<void> {
  for (let n = number; Date.now() < until; n++) {
    if (n % 40 === 39) {
      const phone = `1370000${String(number).padStart(4, '0')}`
      const answer = await ask('POST', login.path, { account: phone, password: 'a-benchmark-password' })
      if (answer?.code === 1) seen.signIns += 1
    } else if (n % 4 === 3)
      await ask(
        'GET',
        `${deviceSearch.path}?kw=${encodeURIComponent(words[n % words.length] ?? '')}&page=${1 + (n % 7)}`,
      )
    else await ask('GET', pages[n % pages.length] ?? '/')
    await sleep(10)
  }
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ code: number; data: unknown } | undefined> {
  const began = Date.now()
  seen.requests += 1
  try {
    const response = await fetch(`${webs[turn++ % webs.length]}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(17_000),
    })
    const text = await response.text()
    if (response.status >= 500) {
      seen.failures.push([Date.now(), `${response.status} ${path.split('?')[0]}`])
      return undefined
    }
    seen.ms.push(Date.now() - began)
    if (!response.headers.get('content-type')?.includes('json')) return { code: 1, data: null }
    const answer = JSON.parse(text) as { code: number; data: unknown; error?: string; msg?: string }
    if (answer.code !== 1) seen.failures.push([Date.now(), `${answer.error} ${path.split('?')[0]}`])
    return answer
  } catch (error) {
    seen.failures.push([Date.now(), `${(error as Error).name} ${path.split('?')[0]}`])
    return undefined
  }
}
