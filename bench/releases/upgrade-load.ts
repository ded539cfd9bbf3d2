import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { planAdd } from '../../src/lab/plans/contract.ts'
import { addressAdd, addressDel } from '../../src/people/addresses/contract.ts'
import { orderBody } from '../order-input.ts'

interface Answer {
  status: number
  text: string
}

const ADDRESS = { name: '王小明', phone: '13900000000', address_code: '320102', address: '中山路1号' }
const MOST_ORDERS = 700
const PASSWORD = 'Mingxi-demo-2026'
const PEOPLE = ['13800000001', '13800000003', '13800000004']
const PAGES = ['/', '/project', '/list/news', '/about/profile']

/** Asks like visitors and customers: pages, their scripts and styles, searches, sign-ins, reading and writing calls, orders. */
export class UpgradeLoad {
  #front: URL
  #agents: Agent[] = []
  #tokens: string[] = []
  #over = false
  #clients: Promise<void>[] = []
  /** Scripts and styles of every release that a page has named; an open page goes on asking for its own. */
  #assets = new Set<string>()
  #pages = PAGES
  #project: { rid: number; parameters: object } = { rid: 0, parameters: {} }
  #counts = new Map<string, { asked: number; failed: number }>()
  #faults = new Map<string, number>()
  #orders = new Set<string>()
  asked = 0
  failed = 0

  private constructor(front: string) {
    this.#front = new URL(front)
  }

  /** `front` is the proxy, with its own certificate. */
  static async start(front: { url: string; certificate: string }, clients: number): Promise<UpgradeLoad> {
    const load = new UpgradeLoad(front.url)
    const tls = { ca: front.certificate, servername: 'localhost' }
    // One agent for each client, from an address of its own: limits count addresses.
    load.#agents = Array.from(
      { length: clients },
      (_, at) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${at + 10}`, ...tls }),
    )
    for (const at of PEOPLE.keys()) load.#tokens.push(await load.#signIn(at))
    load.#project = await load.#someProject()
    load.#pages = [...PAGES, `/detail/${load.#project.rid}`]
    for (const path of load.#pages) await load.#page(0, path)
    load.#clients = load.#agents.map((_, at) => load.#client(at))
    return load
  }

  async until(asked: number): Promise<void> {
    while (this.asked < asked && !this.#over) await sleep(50)
  }

  /** Prints and forgets what was counted since the last phase. */
  phase(name: string): void {
    const rows = [...this.#counts].map(
      ([kind, { asked, failed }]) => `${kind} ${asked}${failed ? ` (${failed} FAILED)` : ''}`,
    )
    console.log(`${name}: ${rows.join(', ')}`)
    for (const [fault, times] of [...this.#faults].slice(0, 12)) console.log(`  ${times} × ${fault}`)
    this.#counts = new Map()
    this.#faults = new Map()
  }

  async stop(): Promise<{ failed: number; orders: number }> {
    if (!this.#over) {
      this.#over = true
      await Promise.all(this.#clients)
      for (const agent of this.#agents) agent.destroy()
      console.log(`${this.failed} of ${this.asked} requests failed; scripts and styles of ${this.#assets.size} names`)
    }
    return { failed: this.failed, orders: this.#orders.size }
  }

  /** Acknowledged orders that the database has, each once. */
  async countKept(url: string): Promise<number> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select count(*)::int as n from orders where order_no = any($1)', [
      [...this.#orders],
    ])
    await client.end()
    return rows[0].n
  }

  async #client(at: number): Promise<void> {
    for (let n = at; !this.#over; n++) {
      const [kind, work] = this.#kind(at, n)
      const counts = this.#counts.get(kind) ?? { asked: 0, failed: 0 }
      this.#counts.set(kind, counts)
      try {
        await work()
      } catch (error) {
        counts.failed += 1
        this.failed += 1
        const fault = `${kind}: ${(error as Error).message}`
        this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1)
      }
      counts.asked += 1
    }
  }

  #kind(at: number, n: number): [string, () => Promise<unknown>] {
    const token = this.#tokens[at % this.#tokens.length] ?? ''
    if (n % 97 === 0) return ['sign-in', () => this.#signIn(at % PEOPLE.length, at)]
    switch (n % 10) {
      case 0:
      case 1:
        return ['page', () => this.#page(at, this.#pages[n % this.#pages.length] ?? '/')]
      case 2:
      case 3:
      case 4:
        return ['asset', () => this.#asset(at)]
      case 5:
        return [
          'search',
          () =>
            this.#call(
              at,
              'GET',
              `/api/open/web/device/search?kw=${['xrd', 'sem', '热重'].map(encodeURIComponent)[n % 3]}`,
            ),
        ]
      case 6:
      case 7:
        return ['read', () => this.#call(at, 'POST', '/api/auth/address/list', {}, token)]
      case 8:
        return ['write', () => this.#address(at, token)]
      default:
        // The credit of the demo's customers ends.
        if (this.#orders.size > MOST_ORDERS) return ['page', () => this.#page(at, '/')]
        return ['order', () => this.#order(at, token)]
    }
  }

  async #page(at: number, path: string): Promise<void> {
    const { status, text } = await this.#ask(at, 'GET', path)
    if (status !== 200 || !text.includes('</html>')) throw new Error(`${path} answered ${status}`)
    for (const [name] of text.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) this.#assets.add(name)
  }

  /** The oldest names as often as the newest: pages of the former release stay open. */
  async #asset(at: number): Promise<void> {
    const names = [...this.#assets]
    const name = names[Math.floor(Math.random() * names.length)] ?? ''
    const { status } = await this.#ask(at, 'GET', name)
    if (status !== 200) throw new Error(`${name} answered ${status}`)
  }

  /** Taken back again, because a person keeps fifty at most. */
  async #address(at: number, token: string): Promise<void> {
    const added = (await this.#call(at, 'POST', addressAdd.path, ADDRESS, token)) as { address_rid: number }
    await this.#call(at, 'POST', addressDel.path, { address_rid: added.address_rid }, token)
  }

  async #order(at: number, token: string): Promise<void> {
    const { id } = (await this.#call(at, 'POST', planAdd.path, { ...this.#project, sampleCount: 1 }, token)) as {
      id: number
    }
    const { orderNo } = (await this.#call(at, 'POST', orderAdd.path, orderBody(id), token)) as {
      orderNo: string
    }
    this.#orders.add(orderNo)
  }

  async #signIn(person: number, at = 0): Promise<string> {
    const input = { account: PEOPLE[person], password: PASSWORD }
    return ((await this.#call(at, 'POST', '/api/open/login', input)) as { token: string }).token
  }

  async #someProject() {
    const found = (await this.#call(0, 'GET', '/api/open/web/device/search?kw=xrd')) as { list: { rid: number }[] }
    const rid = found.list[0]?.rid ?? 0
    const { form } = (await this.#call(0, 'GET', `/api/open/web/device/detail?rid=${rid}`)) as {
      form: { fields: { key: string; initial?: unknown }[] }
    }
    const given = form.fields.filter((field) => field.initial !== undefined)
    return { rid, parameters: Object.fromEntries(given.map((field) => [field.key, field.initial])) }
  }

  async #call(at: number, method: string, path: string, input?: object, token?: string): Promise<unknown> {
    const { status, text } = await this.#ask(at, method, path, input, token)
    if (!text.startsWith('{')) throw new Error(`${path} answered ${status}: ${text.slice(0, 80)}`)
    const answer = JSON.parse(text) as { code: number; msg: string; data: unknown; fields?: object }
    if (status !== 200 || answer.code !== 1)
      throw new Error(`${path} answered ${status} ${answer.msg} ${JSON.stringify(answer.fields ?? {})}`)
    return answer.data
  }

  #ask(at: number, method: string, path: string, input?: object, token?: string): Promise<Answer> {
    this.asked += 1
    const body = input === undefined ? undefined : JSON.stringify(input)
    const { host, port } = this.#front
    const headers = {
      host,
      ...(token ? { token } : {}),
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, agent: this.#agents[at], method, path, headers, timeout: 30_000 },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part) => (text += part))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          response.on('error', reject)
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered within 30 s`)))
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
