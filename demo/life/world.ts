import { randomUUID } from 'node:crypto'
import { type CallOptions, type TestApp, testApp, type TestPerson } from '../../src/app/testing/test-app.ts'
import { payScene } from '../../src/app/testing/scenes/pay-scene.ts'
import { staffIdOf } from '../../src/core/staff/actions.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import type { Call, OutputOf, SentTo } from '../../src/platform/contract/call.ts'
import { deliverJob } from '../../src/workspace/notices/events.ts'
import { renderContractJob } from '../../src/lab/contracts/events.ts'
import { renderReportJob } from '../../src/lab/reports/events.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { addDays, shanghaiTime } from '../../src/platform/time.ts'
import { deviceSearch } from '../../src/shop/catalogue/contract.ts'
import type { ParameterForm } from '../../src/shop/catalogue/forms/form-rules.ts'
import type { Requirement, SampleForm } from '../../src/shop/catalogue/requirements/requirement-rules.ts'
import type { SuitabilityRule } from '../../src/shop/catalogue/requirements/suitability-rules.ts'
import { deviceDetail } from '../../src/shop/site/contract.ts'
import type { Kind } from './people.ts'
import { type Random, seededRandom } from './random.ts'

export interface Actor extends TestPerson {
  name: string
  kind: Kind
  company: string
  area: string
  street: string
  /** The group that pays for this person's orders, and its owner. */
  group?: { no: string; owner: Actor } | undefined
}

/** In the name of the group that pays. */
export function acting(buyer: Actor): { headers?: Record<string, string> } {
  return buyer.group ? { headers: { account: buyer.group.no } } : {}
}

export interface LifeProject {
  rid: number
  name: string
  typeId: number
  form: ParameterForm
  forms: SampleForm[]
  consumed: boolean
  requirements: readonly Requirement[]
  suitability: readonly SuitabilityRule[]
}

/** Something that happens over a long time: it yields the moments at which it goes on. */
export type Life = AsyncGenerator<Date, void>

const staffAccounts = [
  ...['manager', 'lab', 'lab2', 'reviewer', 'reviewer2', 'finance', 'finance2', 'logistics', 'editor', 'admin'],
] as const
export type StaffName = (typeof staffAccounts)[number]

/** The laboratory, its staff and its customers in a database of their own, on a clock that the lives move. */
export class World {
  readonly app: TestApp
  readonly random: Random
  readonly until: Date
  readonly people: Actor[] = []
  readonly staff = {} as Record<StaffName, TestPerson>
  projects: LifeProject[] = []
  readonly faults = new Map<string, number>()
  /** Whether somebody finds work of a reviewer at the end. */
  leftForReview = false
  readonly #queue: { at: number; nth: number; life: Life }[] = []
  #pay: Awaited<ReturnType<typeof payScene>> | undefined
  #started = 0

  private constructor(app: TestApp, seed: number, until: Date) {
    this.app = app
    this.random = seededRandom(seed)
    this.until = until
  }

  static async begin(from: Date, until: Date, seed: number): Promise<World> {
    const app = await testApp({ DEMO: 'on' })
    app.clock.set(from)
    return new World(app, seed, until)
  }

  /** After the accounts of the demo exist. */
  async open(): Promise<void> {
    for (const name of staffAccounts) {
      const id = await staffIdOf(this.app.system, `${name}@demo`)
      if (id === undefined) throw new Error(`no staff ${name}`)
      this.staff[name] = { id, token: await this.token('staff', id), phone: '' }
    }
    this.#pay = await payScene(this.app)
    for (let page = 1; ; page++) {
      const { list, total } = await this.app.call(deviceSearch, { page, size: 50 })
      for (const { rid, name, typeId } of list) {
        const { form, content } = await this.app.call(deviceDetail, { rid })
        const forms = content.requirements.filter(({ accepted }: Requirement) => accepted).map(({ form: each }) => each)
        this.projects.push({
          ...{ rid, name, typeId, form, forms, consumed: content.consumed },
          ...{ requirements: content.requirements, suitability: content.suitability ?? [] },
        })
      }
      if (page * 50 >= total) break
    }
  }

  /** A session that outlives the months of the demo. */
  async token(kind: 'staff' | 'customer', id: number): Promise<string> {
    const { token, sessionId } = await openSession(this.app.system, kind, id)
    const end = addDays(this.until, 400)
    await this.app.db.run(sql`
      update sessions set access_expires_at = ${end}, refresh_expires_at = ${end}, used_at = ${this.until} where id = ${sessionId}`)
    return token
  }

  get now(): Date {
    return this.app.clock.now()
  }

  get pay() {
    if (!this.#pay) throw new Error('the world is not open')
    return this.#pay
  }

  call<C extends Call>(
    call: C,
    input: SentTo<C>,
    as?: { token: string },
    options: CallOptions = {},
  ): Promise<OutputOf<C>> {
    return this.app.call(call, input, { ...options, as, ...(call.idempotent ? { idempotencyKey: randomUUID() } : {}) })
  }

  byStaff<C extends Call>(name: StaffName, call: C, input: SentTo<C>, options: CallOptions = {}): Promise<OutputOf<C>> {
    return this.call(call, input, this.staff[name], options)
  }

  /** A moment in office hours (9:00 to 17:30) after this many working days; 0 is later today or the next working day. */
  office(days: number, hours?: number): Date {
    let at = new Date(this.now)
    const place = () => shanghaiTime(at)
    if (days === 0 && place().slice(11) < '16:30' && isWorkday(at)) {
      const later = new Date(at.getTime() + this.random.whole(20, 150) * 60_000)
      if (shanghaiTime(later).slice(11) >= '09:00' && shanghaiTime(later).slice(11) < '17:45') return later
    }
    let left = Math.max(1, days)
    while (left > 0) {
      at = addDays(at, 1)
      if (isWorkday(at)) left -= 1
    }
    const minutes = hours === undefined ? this.random.whole(0, 510) : hours * 60
    return new Date(
      Date.parse(`${place().slice(0, 10)}T09:00:00+08:00`) + minutes * 60_000 + this.random.whole(0, 59) * 1000,
    )
  }

  /** Later today or early on the next working day; `days`: early on a later one. */
  soon(days = 0): Date {
    if (days > 0) return this.office(days, this.random.next() * 1.5)
    const later = new Date(this.now.getTime() + this.random.whole(20, 150) * 60_000)
    return isWorkday(later) && shanghaiTime(later).slice(11) >= '09:00' && shanghaiTime(later).slice(11) < '17:45'
      ? later
      : this.office(1, this.random.next() * 1.5)
  }

  later(hours: number): Date {
    return new Date(this.now.getTime() + hours * 3_600_000)
  }

  /** This many hours before the end of the life. */
  beforeEnd(hours: number): Date {
    return new Date(this.until.getTime() - hours * 3_600_000)
  }

  start(life: Life, at: Date): void {
    this.#started += 1
    this.#queue.push({ at: at.getTime(), nth: this.#started, life })
  }

  /** Lets all lives go on until the end. `everyDay` runs after the last happening of a day. */
  async run(everyDay: (day: string) => Promise<void>): Promise<void> {
    let day = shanghaiTime(this.now).slice(0, 10)
    const end = this.until.getTime()
    while (this.#queue.length > 0) {
      this.#queue.sort((left, right) => left.at - right.at || left.nth - right.nth)
      const next = this.#queue.shift()
      if (!next || next.at > end) break
      const today = shanghaiTime(new Date(next.at)).slice(0, 10)
      if (today !== day) {
        await this.#jobs(new Date(`${day}T23:30:00+08:00`))
        await everyDay(day)
        day = today
      }
      if (next.at > this.now.getTime()) this.app.clock.set(new Date(next.at))
      await this.#step(next.life)
    }
    await this.#jobs(this.until)
  }

  async #jobs(at: Date): Promise<void> {
    if (at.getTime() > this.now.getTime()) this.app.clock.set(at)
    await this.app.queueDue()
    const { db } = this.app
    // Most of the time would go into documents, which a new installation draws again, and into messages that nobody receives.
    await db.run(
      sql`delete from jobs where name in (${renderReportJob.name}, ${renderContractJob.name}, ${deliverJob.name})`,
    )
    await db.run(
      sql`update notice_deliveries set state = 'sent', attempts = 1, sent_at = created_at where state = 'waiting'`,
    )
    // Contracts can be signed once their PDF exists. The dump forgets all PDFs, so any file may stand in for one.
    await db.run(sql`
      update contracts set pdf_file_id = (select min(id) from files), pdf_sha256 = repeat('0', 64) where pdf_file_id is null`)
    await this.app.drain()
    await db.run(sql`delete from jobs where state = 'done'`)
  }

  async #step(life: Life): Promise<void> {
    try {
      const { done, value } = await life.next()
      if (!done) this.start(life, value.getTime() <= this.now.getTime() ? this.later(0.2) : value)
    } catch (error) {
      this.countError(error)
    }
  }

  /** For one of many things of a life: what is refused is counted, and the life goes on. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.countError(error)
    }
  }

  /** The customer pays in the channel's app, which reports it. */
  async paysByChannel(payment: Parameters<World['pay']['pays']>[0]): Promise<void> {
    this.pay.pays(payment)
    await this.pay.reports()
  }

  countError(error: unknown): void {
    const what = String(error instanceof Error ? error.message : error).slice(0, 160)
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1)
  }
}

/** Monday to Saturday, except the first days of May and October. */
export function isWorkday(at: Date): boolean {
  const day = shanghaiTime(at).slice(0, 10)
  const weekday = new Date(`${day}T12:00:00+08:00`).getUTCDay()
  return weekday !== 0 && !/-(10-0[1-7]|05-0[1-3]|01-01)$/.test(day)
}
