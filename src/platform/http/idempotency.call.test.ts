import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { access } from '../../web/access.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { defineCall } from '../contract/call.ts'
import { defineRefusals, refuse } from '../contract/refusal.ts'
import { sql } from '../db/sql.ts'
import type { Ctx } from './ctx.ts'
import { dispatch } from './dispatch.ts'
import { handle } from './handler.ts'

const errors = defineRefusals({ notNow: '现在不行' })
const addNote = defineCall({
  name: 'note/add',
  area: 'auth',
  summary: '试验',
  idempotent: true,
  input: z.strictObject({ text: z.string() }),
  output: z.object({ id: z.number() }),
})

let app: TestApp
let customer: TestPerson
let refusing = false
const handler = handle(addNote, async (ctx: Ctx, input) => {
  const row = await ctx.db.one<{ id: number }>(sql`insert into slips (text) values (${input.text}) returning id`)
  if (refusing) throw refuse(errors.notNow)
  return row
})

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  await app.db.script('create table slips (id bigint generated always as identity primary key, text text not null)')
})
afterAll(() => app.close())

async function add(text: string, key: string | undefined, as = customer) {
  const { body, status } = await dispatch(app.services, access, handler, {
    raw: { text },
    texts: false,
    token: as.token,
    idempotencyKey: key,
    request: { id: 'r', ip: '', userAgent: '', browser: '', proof: '' },
  })
  return { ...body, status }
}
const count = async () => (await app.db.one<{ n: number }>(sql`select count(*) as n from slips`)).n

const audited = defineCall({
  name: 'door/open',
  area: 'staff',
  action: 'console.enter',
  summary: '试验',
  input: z.strictObject({
    token: z.string(),
    code: z.string(),
    people: z.array(z.strictObject({ name: z.string(), firstPassword: z.string(), codeSent: z.boolean() })),
    body: z.string(),
  }),
  output: z.object({}),
})

it('[S-03] [F-57] the audit log contains no secret at any depth and no copy of a long text', async () => {
  const { token } = await app.staff('editor')
  const raw = {
    token: 'token-of-somebody',
    code: '123456',
    people: [{ name: '张三', firstPassword: 'a-first-password', codeSent: true }],
    body: `<p>${'长'.repeat(5000)}</p>`,
  }
  const request = { id: 'audited', ip: '', userAgent: '', browser: '', proof: '' }
  const incoming = { raw, texts: false, token, idempotencyKey: undefined, request }
  const answer = await dispatch(
    app.services,
    access,
    handle(audited, () => ({})),
    incoming,
  )
  expect(answer.body).toMatchObject({ code: 1 })
  const { after } = await app.db.one<{ after: Record<string, unknown> }>(
    sql`select after from audit_log where action = 'call:door/open'`,
  )
  expect(after).toEqual({
    token: '***',
    code: '***',
    people: [{ name: '张三', firstPassword: '***', codeSent: true }],
    body: expect.stringMatching(/^<p>长+… \(5007 characters\)$/),
  })
  expect(JSON.stringify(after).length).toBeLessThan(400)
})

describe('idempotency keys', () => {
  it('[T-20] twenty requests with one key have one effect and one answer', async () => {
    const key = randomUUID()
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('once', key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 1 })
    expect(await count()).toBe(before + 1)
  })

  it('[T-20] the same key with another body is refused', async () => {
    const key = randomUUID()
    await add('one', key)
    expect(await add('two', key)).toMatchObject({ code: 0, error: 'idempotencyMismatch', status: 409 })
  })

  it('[T-21] a refused attempt stores nothing, so the key may be used again', async () => {
    const key = randomUUID()
    const before = await count()
    refusing = true
    expect(await add('later', key)).toMatchObject({ code: 0, error: 'notNow' })
    refusing = false
    expect(await count()).toBe(before)
    expect(await add('later', key)).toMatchObject({ code: 1 })
    expect(await count()).toBe(before + 1)
  })

  it('[S-01] the same key and the same body from two people are two actions', async () => {
    const key = randomUUID()
    const other = await app.customer(1)
    const [mine, theirs] = [await add('the same', key), await add('the same', key, other)]
    expect([mine.status, theirs.status, mine.code, theirs.code]).toEqual([200, 200, 1, 1])
    expect(theirs.data).not.toEqual(mine.data)
    expect(await add('the same', key)).toEqual(mine)
  })

  it('[F-25] a call without a key does nothing, and the answer says what is missing', async () => {
    const before = await count()
    const refused = await add('no key', undefined)
    expect(refused).toMatchObject({ code: 0, error: 'keyRequired', status: 400 })
    expect(refused.msg).toContain('Idempotency-Key')
    expect(await count()).toBe(before)
  })
})
