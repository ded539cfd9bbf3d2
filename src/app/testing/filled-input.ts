import { z } from 'zod'
import type { Call } from '../../platform/contract/call.ts'

type Json = Record<string, unknown>

/** Replaces the valid values of an input by invalid ones. */
export interface Spoiler {
  name: string
  text?: (good: string) => string
  integer?: number
}

/** Values that no column can store: a registry test and a benchmark send them to every call. */
export const spoilers: Spoiler[] = [
  { name: 'an integer beyond four bytes', integer: 2_147_483_648 },
  { name: 'U+0000', text: (good) => `${good}\0` },
  { name: 'half a pair of surrogates', text: (good) => `${good}\ud800` },
]

/** A complete input of the right shape, so that a call runs as far as possible; `spoiler` replaces values by invalid ones. */
export function filledInput(call: Pick<Call, 'input'>, spoiler?: Spoiler, random: () => number = () => 0): unknown {
  return filledSchema(call.input, spoiler, random)
}

/** The same for the payload of a job. */
export function filledSchema(of: z.ZodType, spoiler?: Spoiler, random: () => number = () => 0): unknown {
  const schema = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }) as Json
  return filled(schema, '', spoiler, random)
}

function filled(schema: Json, name: string, spoiler: Spoiler | undefined, random: () => number): unknown {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return filled(choices[Math.floor(random() * choices.length)] ?? {}, name, spoiler, random)
  const options = schema.enum as unknown[] | undefined
  if (options) return options[Math.floor(random() * options.length)]
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'object':
      return filledObject(schema, spoiler, random)
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 0)) }, () =>
        filled((schema.items ?? {}) as Json, name, spoiler, random),
      )
    case 'integer':
    case 'number':
      return spoiler?.integer ?? Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      if (schema.format === 'date-time') return '2026-03-04T02:00:00Z'
      return spoiler?.text?.(goodText(name)) ?? goodText(name)
  }
}

function filledObject(schema: Json, spoiler: Spoiler | undefined, random: () => number): Json {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const known = fields.map(([key, inner]) => [key, filled(inner, key, spoiler, random)])
  const free = schema.additionalProperties
  if (typeof free !== 'object' || free === null) return Object.fromEntries(known)
  return { ...Object.fromEntries(known), something: filled({ type: 'string', ...free }, 'something', spoiler, random) }
}

/** A text that is valid for a field of that name. */
function goodText(name: string): string {
  if (/phone|account/i.test(name)) return '13800001111'
  if (/orderNo/.test(name)) return 'MX26030200001'
  if (/sampleNo/.test(name)) return 'MX26030200001-01'
  if (/contractNo/.test(name)) return 'HT26030200001'
  if (/settlementNo/.test(name)) return 'JS26030200001'
  if (/email|contact/i.test(name)) return 'somebody@example.com'
  if (/At$|publishAt/.test(name)) return '2026-03-04 10:00'
  if (/day|date|From|To|deadline|^on$/i.test(name)) return '2026-03-04'
  if (/code/i.test(name)) return '123456'
  if (/password/i.test(name)) return 'a-good-password-1'
  return '一二三'
}
