import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { jobs as allJobs } from '../../src/app/jobs.ts'
import { type CallOptions, type TestApp, testApp } from '../../src/app/testing/test-app.ts'
import { solved } from '../../src/app/testing/solved.ts'
import { renderContractJob } from '../../src/lab/contracts/events.ts'
import { renderReportJob } from '../../src/lab/reports/events.ts'
import { deliverJob } from '../../src/workspace/notices/events.ts'
import type { Call, OutputOf } from '../../src/platform/contract/call.ts'
import type { Envelope } from '../../src/platform/contract/envelope.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { queueDue } from '../../src/platform/jobs/periodic.ts'
import { type JobRegistry, runOneJob } from '../../src/platform/jobs/worker.ts'
import { channelsOf } from '../../src/platform/pay/channels.ts'
import type { ChannelKey, PayChannel } from '../../src/platform/pay/channel.ts'
import { type Base, makeLasting, type Person, START } from './base.ts'
import { Faults, type Scope } from './faults.ts'
import { breakChannels, faultyDatabase, faultyFiles } from './faulty-services.ts'
import { KeyRing } from './key-ring.ts'
import { Model } from './model.ts'
import { Outside } from './outside.ts'
import { Receiver } from './receiver.ts'
import { randomOf } from './random.ts'

/** A rule of the model that does not hold. The run ends here. */
export class Broken extends Error {
  readonly rule: string

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`)
    this.rule = rule
  }
}

export interface WorldOptions {
  seed: number
  faults: number
  /** For the proof that the simulation notices: changes the database that the product gets. */
  sabotage?: (database: Database) => Database
}

/** Documents and messages take most of the time of a day, and nobody reads them here. */
const UNREAD = [renderContractJob.name, renderReportJob.name, deliverJob.name]
/** Periodic work that moves money, points or stages, or that takes rows away, or encrypts them anew; the rest is upkeep. */
const MOVING =
  /^(refunds|points|coupons|payments|plans|samples\.(sweep|ask)|file\.sweep$|upkeep\.sweep|secrets\.|imports\.)/
const registry: JobRegistry = {
  ...allJobs,
  periodic: (allJobs.periodic ?? []).filter(({ name }) => MOVING.test(name)),
}
const MOST_SENDS = 6
const FAULTS_PER_SEND = 2

/** One laboratory with its database, its clock and what surrounds it. */
export class World {
  readonly base: Base
  readonly model: Model
  readonly outside: Outside
  readonly receiver: Receiver
  readonly faults = new Faults()
  readonly database: Database
  readonly options: WorldOptions
  app!: TestApp
  /** Errors in the log of the product that no injected fault explains. */
  readonly errors: string[] = []
  crashes = 0
  readonly #keys = new KeyRing()
  #folder: string
  #scopes = 0
  #sends = 0

  private constructor(base: Base, database: Database, folder: string, options: WorldOptions) {
    // People change what they are in the group; the next run begins with them as they were.
    this.base = { ...base, people: base.people.map((person) => ({ ...person })) }
    this.database = database
    this.#folder = folder
    this.options = options
    this.model = new Model(this.base.people)
    this.outside = new Outside(this)
    this.receiver = new Receiver(this)
  }

  static async begin(base: Base, options: WorldOptions): Promise<World> {
    const opened = await openPglite(undefined, { loadDataDir: base.dump })
    const database = options.sabotage?.(opened) ?? opened
    const world = new World(base, database, await mkdtemp(join(tmpdir(), 'mingxi-simulation-')), options)
    await world.receiver.listen()
    await world.#open(START)
    await world.model.begin(world.database)
    return world
  }

  get now(): Date {
    return this.app.clock.now()
  }

  /** A server on the database, at the start and after a crash. */
  async #open(now: Date): Promise<void> {
    const open = async () => ({
      database: faultyDatabase(this.database, this.faults),
      url: undefined,
      close: async () => {},
    })
    const env = { DATA_DIR: this.#folder, LOG_LEVEL: 'error', WEBHOOK_LOOPBACK: '1', SECRETS_KEY: this.#keys.setting }
    this.app = await testApp(env, { open, logTo: (line) => this.#logged(line) })
    this.app.clock.set(now)
    this.faults.clock = this.app.clock
    const { services } = this.app
    services.files = faultyFiles(services.files, this.faults)
    breakChannels(channelsOf(services.config, this.app.clock) as Map<ChannelKey, PayChannel>, this.faults)
    this.outside.serverOpened()
  }

  async #reopen(): Promise<void> {
    this.crashes += 1
    const now = this.now
    await this.#keys.replace(this.database, this.app.services.config)
    await this.app.close()
    await this.#open(now)
  }

  #logged(line: string): void {
    if ((this.faults.current?.injected.length ?? 0) > 0) return
    const { msg, err, call, job, alarm } = JSON.parse(line) as Record<string, unknown>
    // Finance is warned of payments that need a look, and administrators of many text messages: no errors of the product.
    if (alarm === 'payments' || alarm === 'smsBudget' || alarm === 'personalReads') return
    this.errors.push(`${call ?? job ?? ''} ${msg} ${alarm ?? ''} ${JSON.stringify(err ?? '').slice(0, 600)}`)
  }

  #scope(left = FAULTS_PER_SEND): Scope {
    const random = randomOf(this.options.seed, 'scope', ++this.#scopes, this.#stepSeed)
    return { random, rate: this.options.faults, left, injected: [], crashed: false }
  }

  /** The seed of the step that runs, so that its faults are its own. */
  #stepSeed = 0
  stepBegins(seed: number): void {
    this.#stepSeed = seed
    this.#scopes = 0
    this.#sends = 0
  }

  /** Sends a call like a browser: with one key, and again with the same key while the answer is lost or the server is away. */
  async send<C extends Call>(call: C, input: unknown, options: CallOptions = {}): Promise<Sent<OutputOf<C>>> {
    const key = `simulation-${this.#stepSeed}-${++this.#sends}`
    const sent = { ...options, idempotencyKey: call.idempotent ? key : null }
    const faults: string[] = []
    for (let n = 1; ; n++) {
      const scope = this.#scope(n < MOST_SENDS - 2 ? FAULTS_PER_SEND : 0)
      const answer = await this.#once(call, input, sent, { scope, faults })
      faults.push(...scope.injected)
      if (scope.crashed) await this.#reopen()
      else if (answer.status >= 500) {
        if (scope.injected.length === 0)
          throw new Broken('no 5xx without a fault', `${call.path} ${answer.status} ${this.errors.at(-1) ?? ''}`)
      } else if (scope.left > 0 && scope.random.chance(scope.rate * 2)) faults.push('lost answer')
      else return { ...answer, data: answer.body.data as OutputOf<C>, faults, sends: n }
      if (n >= MOST_SENDS) throw new Broken('a request gets through in the end', `${call.path} ${answer.status}`)
      this.app.clock.advance({ seconds: 5 })
    }
  }

  async #once(call: Call, input: unknown, options: CallOptions, { scope, faults }: { scope: Scope; faults: string[] }) {
    const one = () => this.faults.within(scope, () => this.app.send(call, input, options))
    // Of two requests at once for a secret the one done last counts, and nobody can tell which that was.
    const isSecret = call.repeat === 'secret-answer'
    if (call.reads || isSecret || options.file || scope.left === 0 || !scope.random.chance(scope.rate * 2)) return one()
    faults.push('twice')
    const [first, second] = await Promise.all([one(), one()])
    const same = isDeepStrictEqual(lastingOf(first.body.data), lastingOf(second.body.data))
    if (call.idempotent && first.status === 200 && second.status === 200 && !same)
      throw new Broken('one key, one answer', `${call.path} answered two different things`)
    return first.status === 200 ? first : second
  }

  /** Somebody outside reports something, and again while it is not taken. */
  async push(url: string, payload: object): Promise<number> {
    for (let n = 1; ; n++) {
      const scope = this.#scope(n < MOST_SENDS - 2 ? FAULTS_PER_SEND : 0)
      const { statusCode } = await this.faults.within(scope, () =>
        this.app.server.inject({ method: 'POST', url, payload }),
      )
      if (scope.crashed) await this.#reopen()
      else if (statusCode < 500) return statusCode
      else if (scope.injected.length === 0) throw new Broken('no 5xx without a fault', `${url} ${statusCode}`)
    }
  }

  /** Sends a call that may ask for a computation first, and returns the latest code that the phone received. */
  async code(call: Call, input: unknown, as: { token: string; phone: string }): Promise<string> {
    const first = await this.app.send(call, input, { as })
    const { challenge } = first.body as Envelope
    if (challenge) await this.app.send(call, input, { as, proof: await solved(challenge) })
    const text = await readFile(join(this.#folder, 'outbox.jsonl'), 'utf8').catch(() => '')
    const lines = text.split('\n').filter((line) => line.includes(as.phone) && line.includes('"code.'))
    return /\d{6}/.exec((JSON.parse(lines.at(-1) ?? '{"text":""}') as { text: string }).text)?.[0] ?? '000000'
  }

  /** A browser gets a new token with its refresh token; here the same one goes on. */
  keepSignedIn({ token }: Person): Promise<void> {
    return makeLasting(this.database, token)
  }

  /** Runs all work that is due. Each run of a job may meet faults of its own. */
  async work(): Promise<void> {
    const { database } = this
    for (let n = 0; n < 2000; n++) {
      // A look of the worker is one large statement; most looks would find nothing.
      const due = await database.one<{ work: boolean | null; unread: boolean | null }>(sql`
        select bool_or(name <> all(${UNREAD}::text[])) as work, bool_or(name = any(${UNREAD}::text[])) as unread from jobs
        where state in ('waiting', 'running') and run_at <= ${this.now} and (lease_until is null or lease_until < ${this.now})`)
      if (due.unread) await database.run(sql`delete from jobs where name = any(${UNREAD}::text[])`)
      if (!due.work) return
      const scope = this.#scope(1)
      const ran = await this.faults
        .within(scope, () => runOneJob(this.app.services, registry))
        .catch((error: unknown) => {
          if (scope.injected.length > 0) return true
          throw error
        })
      if (scope.crashed) await this.#reopen()
      if (!ran) return
    }
    throw new Broken('work comes to an end', 'jobs keep producing jobs')
  }

  async periodicWork(): Promise<void> {
    await queueDue(this.app.services, registry.periodic ?? [])
    await this.work()
    // Contracts can be signed once their PDF exists; a file that the sweeper leaves alone stands in for one.
    await this.database.run(sql`
      update contracts set pdf_file_id = (select min(id) from files where attached_to is not null), pdf_sha256 = repeat('0', 64)
      where pdf_file_id is null and exists (select 1 from files where attached_to is not null)`)
    await this.database.run(sql`delete from jobs where state = 'done' and kind = 'job' and done_at < ${this.now}`)
  }

  async close(): Promise<void> {
    this.receiver.close()
    await this.app.close()
    await this.database.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export interface Sent<O> {
  status: number
  body: Envelope
  data: O
  faults: string[]
  sends: number
}

/** A payment is answered with its state of that moment, which the channel may change between two answers; which payment it is may not change. */
function lastingOf(data: unknown): unknown {
  const { paymentNo, amountFen } = (data ?? {}) as { paymentNo?: string; amountFen?: number }
  return paymentNo === undefined ? data : { paymentNo, amountFen }
}
