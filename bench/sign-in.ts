import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { createCustomer } from '../src/people/customers/actions.ts'
import { guessesPerDay } from '../src/people/sign-in/codes/code-rules.ts'
import { code4sms, login, refresh4token, sign } from '../src/people/sign-in/contract.ts'
import { userInfo } from '../src/people/customers/person-contract.ts'
import { hashPassword } from '../src/platform/auth/passwords.ts'
import type { Call } from '../src/platform/contract/call.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { ratio, show, spread, startServer } from './measure.ts'
import { openServices } from './services.ts'

/**
 * Measures sign-in over HTTP on PostgreSQL: response times of a wrong password for known and unknown accounts, guesses that pass the throttle,
 * fifty registrations of one phone, the chance of guessing a code, two tabs that refresh at once, and sign-ins compared with bare argon2id.
 * Run: node bench/sign-in.ts [measures, e.g. timing,tabs]; all of them take about three minutes.
 */
const wanted = (process.argv[2] ?? 'timing,throttle,registrations,codes,tabs,rate').split(',')
const PASSWORD = 'a-benchmark-password'

const cluster = await startCluster({ durable: true })
const database = openPostgres(cluster.url)
const { ctx } = await openServices(database)
const passwordHash = await hashPassword(PASSWORD)
let phones = 0
let addresses = 0
// The server trusts X-Forwarded-For here, so that an attack can use many addresses.
const server = await startServer(['src/main.ts'], {
  PORT: '0',
  DATABASE_URL: cluster.url,
  DEMO: 'on',
  LOG_LEVEL: 'silent',
  DATA_DIR: ctx.config.DATA_DIR,
  SERVICES: 'web',
  TRUST_PROXY: '1',
})
const measures: Record<string, () => Promise<void>> = { timing, throttle, registrations, codes, tabs, rate }
try {
  for (const name of wanted) {
    const measure = measures[name]
    if (!measure) throw new Error(`no such measure: ${name}; there are ${Object.keys(measures).join(', ')}`)
    await measure()
  }
} finally {
  await server.stop()
  await database.close()
  await cluster.stop()
}

/** T-1. One wrong password for each of a thousand accounts, alternately existing and unknown ones. */
async function timing(): Promise<void> {
  const tries = 1000
  const known = await accounts(tries / 2)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const account of known) await send(login, { account, password: 'warm' }, address())
  const fresh = await accounts(tries / 2)
  for (const account of fresh) {
    times.known.push(await timed(login, { account, password: 'not-the-password' }))
    times.unknown.push(await timed(login, { account: nextPhone(), password: 'not-the-password' }))
  }
  const [a, b] = [spread(times.known), spread(times.unknown)]
  console.log(
    `timing: wrong password, ${tries} tries: known ${show(a, 1)} ms, unknown ${show(b, 1)} ms, medians ${Math.abs(a.median - b.median).toFixed(2)} ms apart`,
  )
}

/** T-2. A thousand wrong passwords for one account, each from another address, with different notations of the account and additional fields. */
async function throttle(): Promise<void> {
  const [account = ''] = await accounts(1)
  const forms = [
    account,
    `+86 ${account}`,
    account.replace(/(\d{3})(\d{4})/, '$1 $2 '),
    `86${account}`,
    account.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  ]
  const answers = new Map<string, number>()
  const started = performance.now()
  for (let n = 0; n < 1000; n++) {
    const extra = [{}, { remember: n % 2 === 0 }, { captcha: randomUUID() }, { account2: account }][n % 4]
    const body = { account: forms[n % forms.length], password: `wrong-${n}`, ...extra }
    const { error } = await send(login, body, address(), `?n=${n}`)
    answers.set(error, (answers.get(error) ?? 0) + 1)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const list = [...answers].map(([error, count]) => `${error} ${count}`).join(', ')
  console.log(
    `throttle: of 1,000 wrong passwords in ${seconds} s, ${answers.get('wrongPassword') ?? 0} were checked (${list})`,
  )
}

/** T-9. Fifty parallel registrations of one phone. */
async function registrations(): Promise<void> {
  const phone = nextPhone()
  await send(code4sms, { phone, useFor: 0 }, address())
  const code = codeTo(phone)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => send(sign, { phone, code, password: `${PASSWORD}-${n}` }, address())),
  )
  const { n } = await database.one<{ n: number }>(sql`select count(*) as n from customers where phone = ${phone}`)
  console.log(
    `registrations: 50 at once of one phone with its code: ${answers.filter(({ ok }) => ok).length} accepted, ${n} account`,
  )
}

/** T-4. Computed from the limits; src/people/sign-in/codes/code-guess.call.test.ts proves that there are no more tries. */
async function codes(): Promise<void> {
  const one = guessesPerDay()
  const all = guessesPerDay(5000)
  console.log(
    `codes: ${one.tries} tries a day at one phone, chance ${one.chance.toExponential(1)}; the whole daily budget of 5,000 messages, each with a proof of work after the first half: ${all.tries} tries, chance of any account ${all.chance.toExponential(1)}`,
  )
}

/** T-12. Two tabs send the same refresh token at once, and the browser keeps either answer: a session is lost when the kept tokens are invalid. */
async function tabs(): Promise<void> {
  const rounds = 1000
  const [account = ''] = await accounts(1)
  let lost = 0
  let refresh = ''
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    refresh ||= (await send(login, { account, password: PASSWORD }, address())).data.refreshToken ?? ''
    const started = performance.now()
    const both = await Promise.all([1, 2].map(() => send(refresh4token, { token: refresh }, address())))
    times.push(performance.now() - started)
    const kept = both[round % 2]?.data
    const alive = (await send(userInfo, {}, address(), '', kept?.token)).ok
    if (!alive) lost += 1
    refresh = alive ? (kept?.refresh_token ?? '') : ''
  }
  console.log(
    `tabs: two at once over ${rounds} rounds: ${lost} sessions lost, both answered within ${show(spread(times), 1)} ms`,
  )
}

/** Sixteen parallel sign-ins with correct passwords, alternately with a loop of only argon2id on the same core. */
async function rate(): Promise<void> {
  const [rounds, seconds, width] = [3, 4, 16]
  const people = await accounts(64)
  const [ours, bare]: [number[], number[]] = [[], []]
  let turn = 0
  for (let round = 0; round < rounds; round++) {
    const command = ['bench/trials/bare-argon2.ts', String(width), String(seconds)]
    const [program, ...args] = existsSync('/usr/bin/taskset')
      ? ['taskset', '-c', '0', process.execPath, ...command]
      : [process.execPath, ...command]
    bare.push(Number(spawnSync(program as string, args, { encoding: 'utf8' }).stdout))
    const until = performance.now() + seconds * 1000
    let done = 0
    await Promise.all(
      Array.from({ length: width }, async () => {
        while (performance.now() < until) {
          const account = people[turn++ % people.length]
          const { ok, error } = await send(login, { account, password: PASSWORD }, address())
          if (!ok) throw new Error(`a correct password was refused: ${error}`)
          done += 1
        }
      }),
    )
    ours.push(done / seconds)
  }
  console.log(
    `rate: sign-ins ${show(spread(ours), 1)}/s, bare argon2id ${show(spread(bare), 1)}/s, ratio ${show(ratio(ours, bare), 2)}`,
  )
}

async function accounts(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, nextPhone)
  for (const phone of made) await createCustomer(ctx, { phone, passwordHash })
  return made
}

function nextPhone(): string {
  return `159${String(phones++).padStart(8, '0')}`
}

/** A new address for each request. */
function address(): string {
  const n = addresses++
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

interface Answer {
  ok: boolean
  error: string
  data: Record<string, string>
}

async function send(call: Call, input: unknown, ip: string, query = '', token?: string): Promise<Answer> {
  const response = await fetch(server.url + call.path + query, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...(token ? { token } : {}) },
    body: JSON.stringify(input),
  })
  const { code, error, data } = (await response.json()) as { code: number; error?: string; data: Answer['data'] | null }
  return { ok: code === 1, error: error ?? '', data: data ?? {} }
}

async function timed(call: Call, input: unknown): Promise<number> {
  const ip = address()
  const started = performance.now()
  const { error } = await send(call, input, ip)
  const took = performance.now() - started
  if (error !== 'wrongPassword') throw new Error(`expected a wrong password, got ${error}`)
  return took
}

function codeTo(phone: string): string {
  const lines = readFileSync(join(ctx.config.DATA_DIR, 'outbox.jsonl'), 'utf8').trim().split('\n')
  const last = lines.map((line) => JSON.parse(line) as { to: string; text: string }).findLast(({ to }) => to === phone)
  return /\d{6}/.exec(last?.text ?? '')?.[0] ?? ''
}
