import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { settingSchemas } from '../../core/settings/rules.ts'
import { contentKinds } from '../../shop/editing/kinds/kind-rules.ts'
import { hasWord } from '../../workspace/audit/change-rules.ts'
import { handlers } from '../calls.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** What to do about a field without a word. */
const TODO = 'give each a Chinese word in src/workspace/audit/field-rules.ts'

/** The names of all fields of a JSON schema, at any depth. */
function fieldsOf(schema: Schema | boolean | undefined): string[] {
  if (typeof schema !== 'object') return []
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const inner = [...Object.values(properties), items, additionalProperties, ...anyOf, ...oneOf, ...allOf]
  return [...Object.keys(properties), ...inner.flatMap(fieldsOf)]
}

const fieldsOfInput = (schema: z.ZodType) =>
  fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
const withoutWord = (fields: readonly string[]) => [...new Set(fields)].filter((field) => !hasWord(field))

const ROOT = join(import.meta.dirname, '../../..')
const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => !/\.test\.ts$|\/testing\/|platform\/http\/audit\.ts$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }))
  .filter(({ code }) => /\brecordAudit|\b(?:mayR|r)eadPersonal\(/.test(code))

/** What stands between the bracket at `start` and the one that closes it. */
function inBrackets(code: string, start: number): string {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if ('([{'.includes(code[at] ?? '')) depth++
    if (')]}'.includes(code[at] ?? '') && --depth === 0) return code.slice(start + 1, at)
  }
  return ''
}

/** The names of an object literal, at any depth: `{ name, limits: { perDay: 3 }, ...more }` has name, limits and perDay. */
function namesIn(literal: string): string[] {
  const plain = literal
    .replaceAll(/'[^']*'|`[^`]*`|\/\/.*$/gm, "''")
    // Calls and conditions have names of their own, which are none of the object.
    .replaceAll(/\w[\w.?]*\((?:[^()]|\([^()]*\))*\)/g, '0')
  return [...plain.matchAll(/(?:^|[{,])\s*(?:(\w+)\s*:|(\w+)\s*(?=[,}]|$))/g)]
    .map(([, named, short]) => named ?? short ?? '')
    .filter((name) => /^[a-z]/i.test(name))
}

/** The object literals that follow a pattern. */
const literalsAfter = (code: string, pattern: RegExp) =>
  [...code.matchAll(pattern)].map(({ index, 0: found }) => inBrackets(code, index + found.length - 1))

/** Literals that calls give as before and after, there or as a constant of the same function. */
function literalsOf(code: string): string[] {
  const calls = [...code.matchAll(/\b(?:recordAudit(?:s|Once)?|audit|(?:mayR|r)eadPersonal)\(/g)]
  return calls.flatMap(({ index, 0: found }) => {
    const call = inBrackets(code, index + found.length - 1)
    const above = code.slice(code.lastIndexOf('\n}\n', index), index)
    const constants = [...call.matchAll(/\b(before|after)(?:: (\w+))?(?=[,\s}])/g)].flatMap(([, own, name = own]) =>
      literalsAfter(above, new RegExp(`const ${name} = (?:[^{\\n]*\\? )?\\{`, 'g')),
    )
    const given = found.startsWith('audit') ? /, \{/g : /\b(?:before|after|about): (?:[^{,]*\? )?\{/g
    return [...literalsAfter(call, given), ...constants]
  })
}

it('every field that a call of staff writes into the audit log has its Chinese word', () => {
  const audited = handlers
    .map(({ call }) => call)
    .filter((call) => call.area === 'staff' && !call.reads && call.method === 'POST')
  expect(audited.length).toBeGreaterThan(200)
  expect(withoutWord(audited.flatMap(({ input }) => fieldsOfInput(input))), TODO).toEqual([])
})

it('[Q-51] every field of content and settings, whose versions are written into the audit log, has its Chinese word', () => {
  const kinds = Object.values(contentKinds)
  expect(
    withoutWord([...kinds.map(({ schema }) => schema), ...Object.values(settingSchemas)].flatMap(fieldsOfInput)),
    TODO,
  ).toEqual([])
})

it('[Q-51] every field that an action names for the audit log has its Chinese word', () => {
  const named = sources.flatMap(({ code }) => literalsOf(code).flatMap(namesIn))
  // Names that stand in a literal, in a constant and deep inside of one are all found.
  expect(named).toEqual(
    expect.arrayContaining(['monthLimitFen', 'session', 'disabled', 'pickupNo', 'refundedFen', 'attachedTo']),
  )
  expect(withoutWord(named), TODO).toEqual([])
})
