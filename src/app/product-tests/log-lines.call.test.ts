import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { roleMayAct, type Role, roles } from '../../core/staff/rules.ts'
import type { Call } from '../../platform/contract/call.ts'
import type { Db } from '../../platform/db/db.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import { sign } from '../../people/sign-in/contract.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { sendSms } from '../../platform/sms/sms.ts'
import { smtpReceiver } from '../../platform/testing/smtp-receiver.ts'
import { handlers } from '../calls.ts'
import { jobs } from '../jobs.ts'
import { filledInput, filledSchema, type Spoiler } from '../testing/filled-input.ts'
import { type CallOptions, type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

/** Valid values that stand for a person or a secret; a line of the log that holds one of them is a leak. */
const marks = {
  phone: '13987654321',
  email: 'zhang.wei@marked-mail.example',
  code: '864209',
  password: 'Marked-Passw0rd-77',
  name: 'MarkedWord',
  chinese: '标记姓名',
  cookie: `MarkedCookie${'k'.repeat(31)}`,
  agent: 'MarkedAgent',
  ip: '203.0.113.77',
} as const
const idempotencyKey = 'MarkedKey-0123456789'
const marked: Spoiler = {
  name: 'marked',
  text: (good) => byGood[good] ?? (/[一-鿿]/.test(good) ? `${marks.chinese}${marks.name}` : good),
}
const byGood: Record<string, string> = {
  '13800001111': marks.phone,
  'somebody@example.com': marks.email,
  '123456': marks.code,
  'a-good-password-1': marks.password,
}

const lines: string[] = []
const mailbox = await smtpReceiver()
let app: TestApp
let plainDb: Db
let customer: TestPerson
const staff = new Map<Role, TestPerson>()

beforeAll(async () => {
  app = await testApp(
    {
      LOG_LEVEL: 'debug',
      SMTP_URL: mailbox.url,
      ALIYUN_ACCESS_KEY_ID: 'MarkedAccessKey',
      ALIYUN_ACCESS_KEY_SECRET: 'MarkedAccessSecret',
      ALIYUN_SMS_SIGN: '明析',
      ALIYUN_SMS_TEMPLATES: '{"code":"SMS_1","phone":"SMS_2","notice":"SMS_3"}',
      WECHAT_APPID: 'MarkedAppId',
      WECHAT_SECRET: 'MarkedAppSecret',
      WECHAT_PUSH_TOKEN: 'MarkedPushToken',
      NUONUO_APP_KEY: 'MarkedNuonuoKey',
      NUONUO_APP_SECRET: 'MarkedNuonuoSecret',
      SF_PARTNER_ID: 'MarkedPartner',
      SF_CHECK_WORD: 'MarkedCheckWord',
    },
    { logTo: (line) => void lines.push(line) },
  )
  plainDb = app.services.db
  customer = await app.customer(0, marks.phone)
  for (const role of Object.keys(roles) as Role[]) staff.set(role, await app.staff(role))
  vi.stubGlobal('fetch', echo)
})
beforeEach(() => {
  lines.length = 0
  app.services.db = plainDb
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await app.close()
  await mailbox.close()
})

/** A provider that refuses everything and quotes what it was sent, or does not answer and the client quotes the address. */
async function echo(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const sent = `${String(url)} ${JSON.stringify(init.headers)} ${String(init.body)}`
  if (sent.length % 2 === 0) throw new TypeError('fetch failed', { cause: new Error(`could not reach "${sent}"`) })
  const said = { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: `${marks.phone} ${sent}`, errcode: 40013, errmsg: sent }
  return Response.json({ ...said, access_token: 'MarkedAccessToken', code: 'E9106', describe: sent })
}

function leaksIn(found: readonly string[]): string[] {
  const secrets = [...Object.values(marks), idempotencyKey, customer.token, ...[...staff.values()].map((s) => s.token)]
  return found.filter((line) => /Marked/.test(line) || secrets.some((secret) => line.includes(secret)))
}

/** What would be written to the error reports. */
function reports(): string[] {
  return app.services.faults.take().faults.map((fault) => JSON.stringify(fault))
}

/** The database fails at the n-th statement, with what databases, parsers and libraries say then, all of it quoting the values. */
function failingAt(nth: number): Db {
  let count = 0
  const failing =
    <A extends [Sql], R>(ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      count += 1
      if (count < nth) return ask(...args)
      throw faultWith(args[0].values.map((value) => String(value)).join(' '), nth)
    }
  const wrapped = (db: Db): Db => ({
    ...db,
    rows: failing(db.rows) as Db['rows'],
    row: failing(db.row) as Db['row'],
    one: failing(db.one) as Db['one'],
    run: failing(db.run),
    tx: (work) => db.tx((tx) => work(wrapped(tx))),
    afterCommit: db.afterCommit,
  })
  return wrapped(plainDb)
}

function faultWith(values: string, nth: number): Error {
  const quoted = `${values} ${marks.chinese} ${marks.phone}`
  const detail = `Key (phone, name)=(${quoted}) already exists.`
  const faults = [
    Object.assign(new Error(`invalid input syntax for type bigint: "${quoted}"`), { code: '22P02', detail }),
    Object.assign(new Error(`duplicate key: ${quoted}`), { code: '23505', constraint: 'customers_phone_key', detail }),
    new SyntaxError(`Unexpected token 'M', "{"phone": "${quoted}"" is not valid JSON`),
    new Error('it failed', { cause: new AggregateError([new TypeError(`Invalid URL: '${quoted}'`)]) }),
  ]
  return faults[nth % faults.length] as Error
}

function staffFor(action: string): TestPerson | undefined {
  return [...staff].find(([role]) => roleMayAct(role, action))?.[1]
}

const sentAlong: CallOptions = {
  ip: marks.ip,
  cookie: `mingxi_browser=${marks.cookie}`,
  headers: { 'user-agent': marks.agent, referer: `http://shop.test/?phone=${marks.phone}` },
}

/** Makes a call with marked values, while its n-th statement fails when that is not 0; answers the status. */
async function sendMarked(call: Call, nth: number): Promise<number> {
  const as = call.area === 'open' ? undefined : call.area === 'auth' ? customer : staffFor(call.action ?? '')
  // The first statement asks who calls.
  if (nth > 0) app.services.db = failingAt(call.area === 'open' ? nth - 1 : nth)
  const { status } = await app.send(call, filledInput(call, marked), {
    ...sentAlong,
    ...(as ? { as } : {}),
    ...(call.idempotent ? { idempotencyKey: `${idempotencyKey}-${nth}` } : {}),
  })
  app.services.db = plainDb
  return status
}

describe('lines of the log', () => {
  it('[G-18] hold nothing that was sent to any call, whether it succeeds, is refused or fails', async () => {
    const failed = new Set<string>()
    for (const [place, { call }] of handlers.entries())
      for (const nth of [0, 2 + (place % 3)]) {
        if ((await sendMarked(call, nth)) >= 500) failed.add(call.name)
        expect([call.name, nth, leaksIn(lines)]).toEqual([call.name, nth, []])
        lines.length = 0
        // So many faults are noted each second, and the others only counted.
        if (place % 50 === 0) app.clock.advance({ seconds: 1 })
      }
    const noted = reports()
    expect(noted.length).toBeGreaterThan(20)
    expect(leaksIn(noted)).toEqual([])
    // Otherwise the faults were not reached, and the test proves little.
    expect(failed.size).toBeGreaterThan(handlers.length * 0.3)
  })

  it('[G-18] hold nothing of the payload of any job', async () => {
    const declared = [...jobs.handlers.map(({ job }) => job), ...jobs.subscribers.map(({ event }) => event)]
    for (const { kind, name, schema } of declared) {
      if (schema === undefined) continue
      const payload = json(filledSchema(schema, marked))
      await app.db.run(sql`
        insert into jobs (kind, name, payload, run_at, created_at) values (${kind}, ${name}, ${payload}::jsonb, ${app.clock.now()}, ${app.clock.now()})`)
    }
    await app.drain()
    expect(leaksIn([...lines, ...reports()])).toEqual([])
    expect(lines.filter((line) => line.includes('job failed')).length).toBeGreaterThan(10)
  })

  it('[G-18] hold nothing of what providers answer', async () => {
    mailbox.refuse(550, `no such user ${marks.name} <${marks.email}>`)
    const ctx = app.system
    const mail = { to: marks.email, template: 'x', subject: marks.chinese, text: marks.code }
    const sms = { phone: marks.phone, purpose: 'code.3', variables: { code: marks.code } }
    for (const work of [() => sendMail(ctx, mail), () => sendSms(ctx, sms as never)]) {
      const error = await work().catch((err: unknown) => err)
      expect(error).toBeInstanceOf(Error)
      ctx.log.error({ err: error }, 'a provider failed')
    }
    expect(lines.filter((line) => line.includes('a provider failed'))).toHaveLength(2)
    expect(leaksIn(lines)).toEqual([])
  })

  it('[G-18] hold nothing of an address or of a query', async () => {
    const token = 'MarkedToken0123456789abcdef'
    for (const url of [`/plan/${token}?phone=${marks.phone}`, `/files/${token}`, `/x/${marks.phone}`, `/${marks.name}`])
      await app.server.inject({ url, headers: { authorization: `Bearer ${token}`, token } })
    expect(lines.length).toBeGreaterThan(3)
    expect(leaksIn(lines)).toEqual([])
  })

  it('[G-18] would not pass with a logger that writes errors and what was sent as they are', async () => {
    const careful = app.services.log
    app.services.log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
    for (const { call } of handlers.slice(0, 30)) await sendMarked(call, 2)
    const failed = lines.filter((line) => line.includes('call failed'))
    expect(failed.length).toBeGreaterThan(5)
    expect(leaksIn(failed)).toEqual(failed)
    app.services.log.info({ input: filledInput(sign, marked) }, 'a call')
    expect(leaksIn(lines)).toContain(lines.at(-1))
    app.services.log = careful
  })
})
