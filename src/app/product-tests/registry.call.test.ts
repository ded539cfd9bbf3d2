import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import Fastify from 'fastify'
import { addApiDocs } from '../../web/api-reference/api-docs.ts'
import { actionRoles, roleMayAct, type Role, roles } from '../../core/staff/rules.ts'
import { handlers } from '../calls.ts'
import type { Call } from '../../platform/contract/call.ts'
import { MAX_INTEGER } from '../../platform/contract/fields.ts'
import { parseInput } from '../../platform/http/decode.ts'
import { openApiDocument } from '../../web/api-reference/openapi.ts'
import { scopeOf } from '../../web/api-reference/api-scopes.ts'
import { filledInput, spoilers } from '../testing/filled-input.ts'
import { type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

const calls = handlers.map((handler) => handler.call)
const staffCalls = calls.filter((call) => call.area === 'staff')

let app: TestApp
let customer: TestPerson
const staff = new Map<Role, TestPerson>()

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  for (const role of Object.keys(roles) as Role[]) staff.set(role, await app.staff(role))
})
afterAll(() => app.close())

describe('the registry of calls', () => {
  it('[C-01] has one path per call, under its area', () => {
    expect(new Set(calls.map((call) => call.path)).size).toBe(calls.length)
    for (const call of calls) expect(call.path).toMatch(/^\/api\/(open|auth|staff)\/[a-zA-Z0-9_/-]+$/)
  })

  it('[C-02] has every open call of the specification with its name and method, without login', async () => {
    const get = ['wx/ticket', 'web/index', 'web/device/search', 'web/type/group', 'web/device/detail']
    const post = 'setting setting/list4key login sign code4sms reset loginForCode wx/qrCodeLogin refresh4token'.split(
      ' ',
    )
    const more = 'web/news web/ability web/indexMsg web/acknowledge web/device/query4timeExtra'.split(' ')
    const open = new Map(calls.filter(({ area }) => area === 'open').map((call) => [call.path, call]))
    for (const [method, names] of [
      ['GET', get],
      ['POST', post],
      [undefined, more],
    ] as const)
      for (const name of names) {
        const call = open.get(`/api/open/${name}`)
        expect([name, call?.method]).toEqual([name, method ?? expect.stringMatching(/^(GET|POST)$/)])
        const answer = call && (await app.send(call, { 不认识的字段: 1 }))
        expect([name, answer && [401, 403, 404].includes(answer.status)]).toEqual([name, false])
      }
  })

  it('[C-01] refuses every auth and staff call without a token, and with the other kind of token', async () => {
    const lab = staff.get('lab') as TestPerson
    for (const call of calls.filter((each) => each.area !== 'open')) {
      const answer = await app.send(call, {})
      expect([call.path, answer.status, answer.body.error]).toEqual([call.path, 401, 'notSignedIn'])
      const crossed = await app.send(call, {}, { as: call.area === 'auth' ? lab : customer })
      expect([call.path, crossed.status, crossed.body.error]).toEqual([call.path, 403, 'wrongTokenKind'])
    }
  })

  it('[T-56] allows a role exactly the calls of the role × action table', async () => {
    for (const call of staffCalls) {
      const known = Object.hasOwn(actionRoles, call.action ?? '')
      expect([call.path, known], `add ${call.action} to core/staff/rules.ts`).toEqual([call.path, true])
      for (const [role, person] of staff) {
        const { status } = await app.send(call, { 不认识的字段: 1 }, { as: person })
        expect([call.path, role, status === 403]).toEqual([call.path, role, !roleMayAct(role, call.action ?? '')])
      }
    }
  })

  it('answers malformed input to any call in the envelope, with a Chinese message and never with a 5xx', async () => {
    const nonsense: unknown[] = [
      { 不认识的字段: 1 },
      [],
      'text',
      7,
      null,
      { __proto__: { admin: true }, constructor: 1 },
      { page: 'x', rid: {}, id: [] },
    ]
    for (const call of calls) {
      const person = call.area === 'open' ? undefined : call.area === 'auth' ? customer : staffFor(call.action ?? '')
      for (const raw of nonsense) {
        const response = await app.server.inject({
          method: call.method,
          url: call.method === 'GET' ? `${call.path}?nonsense=${encodeURIComponent(JSON.stringify(raw))}` : call.path,
          headers: { ...(person ? { token: person.token } : {}), 'content-type': 'application/json' },
          ...(call.method === 'GET' ? {} : { payload: JSON.stringify(raw) }),
        })
        const body = response.json()
        expect([call.path, raw, response.statusCode < 500, body.code, typeof body.msg]).toEqual([
          call.path,
          raw,
          true,
          body.code,
          'string',
        ])
        if (body.code === 0) expect([call.path, /[一-鿿]/.test(body.msg)]).toEqual([call.path, true])
      }
    }
  }, 120_000)

  it('[F-72] refuses values that no column can store, in any field of any call, in Chinese and never with a 5xx', async () => {
    for (const call of calls) {
      const as = call.area === 'open' ? undefined : call.area === 'auth' ? customer : staffFor(call.action ?? '')
      for (const spoiler of spoilers) {
        const { status, body } = await app.send(call, filledInput(call, spoiler), as ? { as } : {})
        expect([call.path, spoiler.name, status < 500]).toEqual([call.path, spoiler.name, true])
        if (body.code === 0) expect([call.path, /[一-鿿]/.test(body.msg)]).toEqual([call.path, true])
      }
    }
  }, 120_000)

  it('[F-72] bounds every integer that is neither an id nor an amount by the range of its column', () => {
    const wide = calls.flatMap((call) =>
      integersOf(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Json)
        .filter(({ name, most }) => most > MAX_INTEGER && !/(^id|Id|_rid|^rid)s?$|Fen$/.test(name))
        .map(({ name }) => `${call.path} ${name}`),
    )
    expect(wide).toEqual([])
  })

  it('[F-76] has readable Chinese messages for every missing field and every wrong type', () => {
    for (const call of calls)
      for (const wrong of [undefined, null, {}, [], 'x', -1.5, 1e300, true])
        for (const raw of replacedAnywhere(filledInput(call), wrong)) {
          const texts = messagesOf(call, raw).filter((text) => !/[一-鿿]/.test(text) || defaultWords.test(text))
          expect([call.path, raw, texts]).toEqual([call.path, raw, []])
        }
  })

  it('describes every call in the OpenAPI document', () => {
    const paths = openApiDocument(calls).paths as Record<string, unknown>
    expect(Object.keys(paths).sort()).toEqual(calls.map((call) => call.path).sort())
  })

  it('[F-59] the OpenAPI document has the server address and the security of every call', async () => {
    const document = openApiDocument(calls) as {
      servers: { url: string }[]
      paths: Record<
        string,
        Record<string, { security?: object[]; operationId: string; parameters: { name: string; required: boolean }[] }>
      >
    }
    expect(document.servers).toHaveLength(1)
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { path, security, parameters } of operations) {
      const call = calls.find((each) => each.path === path)
      const scope = scopeOf(path)
      const wanted = scope === undefined ? [{ token: [] }] : [{ token: [] }, { apiKey: [scope] }]
      expect([path, security]).toEqual([path, call?.area === 'open' ? [] : wanted])
      const key = parameters.find(({ name }) => name === 'Idempotency-Key')
      expect([path, key?.required]).toEqual([path, call?.idempotent ? true : undefined])
    }
    const page = Fastify()
    addApiDocs(page, calls)
    const { body } = await page.inject('/api/docs')
    for (const call of calls) expect(body).toContain(`<code>${call.path}</code>`)
    expect(body).toContain('<td><code>samples[].planId</code></td><td>整数</td><td>是</td>')
    expect(body).not.toContain('&quot;properties&quot;')
    const ofKeys = (await page.inject('/api/docs/keys.json')).json<{ paths: object }>()
    expect(Object.keys(ofKeys.paths).every((path) => scopeOf(path) !== undefined)).toBe(true)
    expect(Object.keys(ofKeys.paths)).toContain('/api/auth/order/history')
    expect(body).toContain('curl https://本站地址/api/auth/order/history')
  })

  it('every call is made by some test', () => {
    const sources = testSources(resolve(import.meta.dirname, '../..')).join('\n')
    const declared = contractNames(resolve(import.meta.dirname, '../..'))
    const untested = calls
      // The name must be an argument of a function call; an import alone does not count.
      .filter((call) => !new RegExp(`\\(\\s*${declared.get(call.path)}\\s*,`).test(sources))
      .map((call) => call.path)
    expect(untested, 'write a test beside the code that calls each: app.call(CALL, input, { as })').toEqual([])
  })
})

/** Words of the validator's default messages. */
const defaultWords = /期望|接收|无效|数值过|invalid|expected|received|required|string|object|array|NaN|undefined|null/i

function messagesOf(call: Call, raw: unknown): string[] {
  try {
    parseInput(call.input, raw, false)
    return []
  } catch (error) {
    const { message, data } = error as { message: string; data?: { fields?: Record<string, string> } }
    return [message, ...Object.values(data?.fields ?? {})]
  }
}

/** The input with each of its values, at any depth, replaced in turn. */
function replacedAnywhere(good: unknown, wrong: unknown): unknown[] {
  if (Array.isArray(good))
    return [wrong, ...good.slice(0, 1).flatMap((item) => replacedAnywhere(item, wrong).map((each) => [each]))]
  if (good === null || typeof good !== 'object') return [wrong]
  const inner = Object.entries(good).flatMap(([key, value]) =>
    replacedAnywhere(value, wrong).map((each) => ({ ...good, [key]: each })),
  )
  return [wrong, ...inner]
}

type Json = Record<string, unknown>

/** The integers of an input with their names and maximum values. */
function integersOf(schema: Json, name = ''): { name: string; most: number }[] {
  const own = schema.type === 'integer' ? [{ name, most: Number(schema.maximum ?? Infinity) }] : []
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const choices = [schema.anyOf, schema.oneOf, schema.items, schema.additionalProperties].flat() as (Json | undefined)[]
  return [
    ...own,
    ...fields.flatMap(([key, inner]) => integersOf(inner, key)),
    ...choices.flatMap((inner) => (inner && typeof inner === 'object' ? integersOf(inner, name) : [])),
  ]
}

function staffFor(action: string): TestPerson | undefined {
  for (const [role, person] of staff) if (roleMayAct(role, action)) return person
  return undefined
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => resolve(folder, name))
}

function testSources(folder: string): string[] {
  return files(folder)
    .filter((name) => /\.(call|race)\.test\.ts$/.test(name) && !name.endsWith('registry.call.test.ts'))
    .map((name) => readFileSync(name, 'utf8'))
}

/** Maps a call's path to the name of its export in the contract. */
function contractNames(folder: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const name of files(folder).filter((each) => each.endsWith('contract.ts') && !each.includes('platform'))) {
    const text = readFileSync(name, 'utf8')
    for (const [, constant, body] of text.matchAll(/export const (\w+) = defineCall\(\{([\s\S]*?)\n?\}\)/g)) {
      const call = /name: '([^']+)'/.exec(body ?? '')?.[1]
      // Calls of a contract may spread an object with shared options.
      const shared = /\.\.\.(\w+)/.exec(body ?? '')?.[1]
      const common = new RegExp(`const ${shared} = \\{[^}]*\\}`).exec(text)?.[0] ?? ''
      const area = /area: '([^']+)'/.exec(`${body}${common}`)?.[1]
      if (call && area && constant) names.set(`/api/${area}/${call}`, constant)
    }
  }
  return names
}
