import { z } from 'zod'
import { filledInput } from '../../src/app/testing/filled-input.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import { FORMS } from './aimed-input.ts'
import { declaredFor } from './declared-inputs.ts'
import { type Target, type Values, type World } from './world.ts'

/** Only what must be filled in: a filter that nobody chose finds more than a filled one. */
const LEAST = -1
/** Which choice of an enum, and whether null where it is allowed. */
export const VARIANTS: readonly number[] = [0, 0.99, 0.5, LEAST]
/** In this variant lists of files and coupons are empty. */
const NOTHING_OPTIONAL = 0.99

const NAMES_A_RECORD = /(^|[a-z_"])(ids?|Ids?|no|No|Nos|_rid)"/

/** Without the number or id of a record the asker's own things are meant, which a stranger has as well. */
export function namesARecord(input: unknown): boolean {
  return NAMES_A_RECORD.test(JSON.stringify(input ?? {}))
}

/** An input of the call whose fields all come from the row, from rows that belong to it, or from the table of declared inputs. */
export function fittingInput(call: Call, target: Target, world: World, variant: number): unknown {
  const fitted = fit(filledOnce(call, variant), target, world, variant === NOTHING_OPTIONAL)
  const declared = declaredFor(call)?.(target.values, (table) => world.related(target, table)[0]?.values ?? {})
  return declared ? { ...(fitted as object), ...(declared as object) } : fitted
}

const filled = new Map<string, unknown>()

/** Reading the schema takes longer than the request. */
export function filledOnce(call: Call, variant: number): unknown {
  const key = `${call.path} ${variant}`
  if (!filled.has(key)) {
    const all = filledInput(call, undefined, () => Math.max(0, variant))
    filled.set(key, variant === LEAST ? leastOf(call, all) : all)
  }
  return filled.get(key)
}

function leastOf({ input }: Call, all: unknown): unknown {
  if (!(input instanceof z.ZodObject)) return all
  const isRequired = ([name]: [string, unknown]) => input.shape[name]?.safeParse(undefined).success === false
  return Object.fromEntries(Object.entries(all as object).filter(isRequired))
}

function fit(value: unknown, target: Target, world: World, short: boolean): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      // Of an appointment: a time of day.
      if (name === 'from' && 'date' in value) return [name, '10:00']
      if (short && /^(fileIds|couponIds|funding)$/.test(name)) return [name, []]
      return [name, fitField(name, inner, target, world, short)]
    }),
  )
}

function fitField(name: string, inner: unknown, target: Target, world: World, short: boolean): unknown {
  const example = Array.isArray(inner) ? inner[0] : inner
  const whole = target.values[name]
  if (name !== 'samples' && typeof whole === 'object' && whole !== null && typeof inner === 'object') return whole
  if (example !== null && typeof example === 'object') {
    const fitted = fit(example, target, world, short)
    return Array.isArray(inner) ? [fitted] : fitted
  }
  const found = valueFor(name, example, target, world)
  if (found !== undefined) return Array.isArray(inner) ? [found] : found
  if (Object.hasOwn(FORMS, name) && inner !== '') return FORMS[name]
  return inner
}

function valueFor(name: string, example: unknown, target: Target, world: World): unknown {
  const fits = (value: unknown) => value !== '' && typeof value === typeof example
  const own = (values: Values, column: string) => (fits(values[column]) ? values[column] : undefined)
  const column = name.replace(/(?<=[a-z])s$/, '')
  if (/^ids?$/.test(name)) return own(target.values, 'id')
  const direct = own(target.values, name) ?? own(target.values, column)
  if (direct !== undefined) return direct
  if (!/(Id|No|rid|ersion)s?$/.test(name)) return FROM_ROWS.test(name) ? inRelated(name) : undefined
  const table = world.tableOf(name)
  if (table === target.table) return own(target.values, 'id')
  const there = table === undefined ? undefined : world.related(target, table)[0]
  if (there && fits(there.values.id)) return there.values.id
  return inRelated(column)

  function inRelated(wanted: string): unknown {
    const row = world.relatedWith(target, wanted)
    return row ? own(row.values, wanted) : undefined
  }
}

/** Fields that are no number or id and must fit all the same. */
const FROM_ROWS = /^(quoteVersion|formVersion|amountFen|feeFen|phone|month|title|series)$/
