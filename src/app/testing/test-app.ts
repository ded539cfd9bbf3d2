import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCustomer } from '../../people/customers/actions.ts'
import { currentConsent, giveConsent } from '../../people/customers/consent-actions.ts'
import type { UserType } from '../../people/customers/rules.ts'
import { addPaymentNotifies } from '../../money/payments/notify-routes.ts'
import { addInvoiceCallback } from '../../billing/invoices/provider/callback-routes.ts'
import { addCourierPush } from '../../lab/samples/parcels/courier-push-routes.ts'
import { addWechatPush } from '../../people/sign-in/wechat/wechat-push-routes.ts'
import { readConfig } from '../../config.ts'
import { addExamples, addPageCodes } from '../../shop/catalogue/page-file-routes.ts'
import { addImages } from '../../shop/media/image-routes.ts'
import { addWebdav } from '../../lab/reports/webdav/webdav-routes.ts'
import { addCalendarFeeds } from '../../lab/calendar-feeds/feed-routes.ts'
import { addFileDownloads } from '../../core/files/download-routes.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { openSession, rotateSession } from '../../platform/auth/sessions.ts'
import { kindOf, tokenHash } from '../../platform/auth/tokens.ts'
import { testClock } from '../../platform/clock.ts'
import type { Call, OutputOf, SentTo } from '../../platform/contract/call.ts'
import type { Envelope } from '../../platform/contract/envelope.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Ctx, noRequest, type Services, systemCtx } from '../../platform/http/ctx.ts'
import { addBrowserSpans } from '../../platform/http/browser-spans.ts'
import { addBrowserReports } from '../../platform/faults/browser-reports.ts'
import { addReachProbe } from '../../platform/http/reach-probe.ts'
import { createServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/log/logger.ts'
import { queueDue } from '../../platform/jobs/periodic.ts'
import { drainJobs } from '../../platform/jobs/worker.ts'
import { createStaff } from '../../core/staff/actions.ts'
import type { Role } from '../../core/staff/rules.ts'
import { access } from '../../web/access.ts'
import { handlers } from '../calls.ts'
import { jobs } from '../jobs.ts'
import { paying } from '../paying.ts'
import { assembleServices, openFiles } from '../start/services.ts'
import { addShareCards } from '../../web/sharing/share-cards.ts'
import { solved } from './solved.ts'
import { openTestDatabase } from './test-database.ts'

export interface TestPerson {
  id: number
  token: string
  refreshToken?: string
  phone: string
}

export interface CallOptions {
  as?: { token: string; refreshToken?: string } | undefined
  /** By default a new key when the call is idempotent; null sends none. */
  idempotencyKey?: string | null
  /** Sent as `application/x-www-form-urlencoded` instead of JSON. */
  form?: boolean
  /** The `cookie` header. */
  cookie?: string
  /** The remote address. */
  ip?: string
  /** The solution of a challenge, from `solved()`. */
  proof?: string
  /** Additional headers and query. */
  headers?: Record<string, string>
  query?: string
  file?: { name: string; content: string | Buffer; type?: string }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** Of every customer that a test makes. */
export const TEST_PASSWORD = 'a-good-password-1'

/** Monday 2026-03-02 10:00 in Shanghai. */
export const TEST_START = new Date('2026-03-02T02:00:00Z')

/**
 * The whole product on a separate database, with a clock that only moves when a test moves it. Close it in afterAll. `open`: the database,
 * when a new one with the tables of today is not what the test needs.
 */
export async function testApp(
  env: Record<string, string> = {},
  { logTo, open = openTestDatabase }: { logTo?: (line: string) => void; open?: typeof openTestDatabase } = {},
) {
  const { database, url, close } = await open()
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-test-'))
  const clock = testClock(TEST_START)
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    PUBLIC_URL: 'http://shop.test',
    DEMO: 'on',
    ...env,
  })
  const services: Services = assembleServices(config, database, await openFiles(config), clock)
  if (logTo) services.log = createLogger(config.LOG_LEVEL, { write: logTo })
  const server = await createServer(services, access, handlers)
  addFileDownloads(server, services)
  addCalendarFeeds(server, services)
  await addWebdav(server, services)
  addImages(server, services)
  addExamples(server, services)
  addShareCards(server, services, async () => (await import('../../web/sharing/share-drawing.tsx')).drawingSvg)
  addPageCodes(server, services)
  addBrowserSpans(server, services)
  addBrowserReports(server, services)
  await addWechatPush(server, services)
  await addPaymentNotifies(server, services, paying)
  await addInvoiceCallback(server, services)
  await addCourierPush(server, services)
  addReachProbe(server, services)
  await server.ready()
  const system = systemCtx(services)
  /** Tokens of staff whose sessions never become idle, however far a test moves the clock. Sign-in tests open their own sessions, which do. */
  const keptActive = new Set<string>()
  const touch = (token: string) =>
    database.run(sql`update sessions set used_at = ${clock.now()} where access_hash = ${tokenHash(token)}`)

  /** Writes new tokens into `as`, as a browser does into its storage. */
  async function renew(as: CallOptions['as']): Promise<boolean> {
    const kind = as && kindOf(as.token)
    if (!kind || as.refreshToken === undefined) return false
    const renewed = await rotateSession(system, kind, as.refreshToken)
    if (!renewed) return false
    if (keptActive.has(as.token)) keptActive.add(renewed.token)
    Object.assign(as, { token: renewed.token, refreshToken: renewed.refreshToken })
    return true
  }

  async function send(
    call: Call,
    input: unknown,
    options: CallOptions = {},
  ): Promise<{ status: number; body: Envelope; headers: Record<string, unknown> }> {
    const headers: Record<string, string> = { ...options.headers, ...(options.as ? { token: options.as.token } : {}) }
    if (options.proof) headers.proof = options.proof
    if (options.cookie) headers.cookie = options.cookie
    const { idempotencyKey = call.idempotent ? randomUUID() : null } = options
    if (idempotencyKey !== null) headers['idempotency-key'] ??= idempotencyKey
    const { url, payload, type } = encode(call, input, options)
    if (type) headers['content-type'] = type
    if (options.as && keptActive.has(options.as.token)) await touch(options.as.token)
    const response = await server.inject({
      method: call.method,
      url: options.query ? `${url}?${options.query}` : url,
      headers,
      ...(options.ip ? { remoteAddress: options.ip } : {}),
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }

  return {
    services,
    server,
    clock,
    /** Undefined on PGlite. */
    databaseUrl: url,
    db: database,
    folder,
    send,
    /** Makes a call that must succeed and returns its data. Solves a challenge and renews an ended token like a browser. Throws with the text of a refusal. */
    async call<C extends Call>(call: C, input: SentTo<C>, options: CallOptions = {}): Promise<OutputOf<C>> {
      const tried = await send(call, input, options)
      const first = tried.status === 401 && (await renew(options.as)) ? await send(call, input, options) : tried
      const { challenge } = first.body
      const { status, body } = challenge
        ? await send(call, input, { ...options, proof: await solved(challenge) })
        : first
      if (body.code !== 1)
        throw new Error(
          `${call.path} answered ${status} ${body.error}: ${body.msg} ${JSON.stringify(body.fields ?? {})}`,
        )
      return body.data as OutputOf<C>
    },
    /** Makes a call that must be refused; returns status, error name, text and field messages. */
    async refusal<C extends Call>(call: C, input: unknown, options: CallOptions = {}) {
      const { status, body } = await send(call, input, options)
      if (body.code !== 0) throw new Error(`${call.path} should have refused but answered ${JSON.stringify(body.data)}`)
      return { status, error: body.error, msg: body.msg, fields: body.fields }
    },
    renew,
    drain: () => drainJobs(services, jobs),
    /** Queues periodic jobs that are due, like the worker every minute. */
    queueDue: () => queueDue(services, jobs.periodic ?? []),
    system,
    customerCtx: (id: number): Ctx => ({
      ...system,
      actor: { kind: 'customer', id, sessionId: 0 },
      request: noRequest,
    }),
    staffCtx: (id: number, role: Role): Ctx => ({
      ...system,
      actor: { kind: 'staff', id, role, actions: null, name: role, sessionId: 0 },
      request: noRequest,
    }),
    /** A customer with a valid token and, when a type is given, a completed profile. */
    async customer(userType?: UserType, phone = nextPhone()): Promise<TestPerson> {
      const id = await createCustomer(system, { phone, passwordHash: await hashOnce(TEST_PASSWORD) })
      if (id === undefined) throw new Error('phone is taken')
      await giveConsent(system, id, await currentConsent(system))
      if (userType !== undefined) {
        await database.run(sql`
          update customers set user_type = ${userType}, name = '测试客户', email = 'someone@example.com', company = '测试大学',
            profile_completed_at = ${clock.now()} where id = ${id}`)
      }
      const { token, refreshToken } = await openSession(system, 'customer', id)
      return { id, token, refreshToken, phone }
    },
    async staff(role: Role): Promise<TestPerson & { role: Role }> {
      const id = await createStaff(system, {
        account: `${role}-${randomUUID().slice(0, 8)}`,
        name: `测试${role}`,
        role,
        passwordHash: await hashOnce('a-long-staff-password'),
      })
      const { token, refreshToken } = await openSession(system, 'staff', id)
      keptActive.add(token)
      return { id, token, refreshToken, phone: '', role }
    },
    /** The messages in the local outbox, oldest first. */
    async outbox(): Promise<{ channel: string; to: string; template: string; text: string }[]> {
      const text = await readFile(join(folder, 'outbox.jsonl'), 'utf8').catch(() => '')
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
    async close() {
      await server.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One hash takes 40 ms of processor time, so all test people of a kind share one password and its hash. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

const hashes = new Map<string, Promise<string>>()

let phones = 0
function nextPhone(): string {
  phones += 1
  return `139${String(phones).padStart(8, '0')}`
}

function encode(
  call: Call,
  input: unknown,
  options: CallOptions,
): { url: string; payload?: string | Buffer; type?: string } {
  if (call.method === 'GET') {
    const query = new URLSearchParams(
      Object.entries((input ?? {}) as Record<string, unknown>).map(([key, value]) => [key, asText(value)]),
    )
    return { url: query.size > 0 ? `${call.path}?${query}` : call.path }
  }
  if (options.file) return { url: call.path, ...multipart(input as Record<string, unknown>, options.file) }
  if (options.form) {
    const form = new URLSearchParams(
      Object.entries(input as Record<string, unknown>).map(([key, value]) => [key, asText(value)]),
    )
    return { url: call.path, payload: form.toString(), type: 'application/x-www-form-urlencoded' }
  }
  return { url: call.path, payload: JSON.stringify(input), type: 'application/json' }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function multipart(
  fields: Record<string, unknown>,
  file: NonNullable<CallOptions['file']>,
): { payload: Buffer; type: string } {
  const boundary = `----mingxi${randomUUID()}`
  const parts: Buffer[] = Object.entries(fields).map(([key, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${asText(value)}\r\n`),
  )
  parts.push(
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`,
    ),
    Buffer.from(file.content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  )
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` }
}
