import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldWords } from '../../workspace/audit/field-rules.ts'
import { handlers } from '../calls.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** The names of all fields of a JSON schema, at any depth. */
function fieldsOf(schema: Schema | boolean | undefined): string[] {
  if (typeof schema !== 'object') return []
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const inner = [...Object.values(properties), items, additionalProperties, ...anyOf, ...oneOf, ...allOf]
  return [...Object.keys(properties), ...inner.flatMap(fieldsOf)]
}

it('every field that a call of staff writes into the audit log has its Chinese word', () => {
  const audited = handlers
    .map(({ call }) => call)
    .filter((call) => call.area === 'staff' && !call.reads && call.method === 'POST')
  expect(audited.length).toBeGreaterThan(200)
  const fields = audited.flatMap(({ input }) =>
    fieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema),
  )
  expect([...new Set(fields)].filter((field) => !Object.hasOwn(fieldWords, field))).toEqual([])
})
