import { z } from 'zod'

/** Names a payload. `Input` is what is written, `Output` what a handler gets. */
export interface Declared<Kind extends 'event' | 'job', Name extends string, Input, Output> {
  kind: Kind
  name: Name
  /** Throws for a payload of another shape. It may have waited through an upgrade: the job is then tried again, and ends as a dead letter. */
  parse: (payload: unknown) => Output
  /** Never present: it carries the type. */
  input?: Input
}

export type DeclaredEvent<Input = unknown, Output = unknown, Name extends string = string> = Declared<
  'event',
  Name,
  Input,
  Output
>
export type DeclaredJob<Input = unknown, Output = unknown, Name extends string = string> = Declared<
  'job',
  Name,
  Input,
  Output
>

/** A time in a payload: JSON has none. */
export const isoTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Something that happened, in a slice's `events.ts`. Fields that were added later are optional: older payloads may still wait. */
export function defineEvent<const Name extends string, Schema extends z.ZodObject>(
  name: Name,
  schema: Schema,
): DeclaredEvent<z.input<Schema>, z.output<Schema>, Name> {
  return { kind: 'event', name, parse: (payload) => parsed(name, schema, payload) }
}

/** Timed or background work of one handler, declared in a slice's `events.ts` as well. */
export function defineJob<const Name extends string, Schema extends z.ZodObject>(
  name: Name,
  schema: Schema,
): DeclaredJob<z.input<Schema>, z.output<Schema>, Name> {
  return { kind: 'job', name, parse: (payload) => parsed(name, schema, payload) }
}

/** The reason stands in the first line, which is what lists of dead jobs show; values are left out. */
function parsed<Schema extends z.ZodObject>(name: string, schema: Schema, payload: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(payload)
  if (success) return data
  const wrong = error.issues.map(({ path, code }) => `${path.join('.') || 'payload'}: ${code}`)
  throw new TypeError(`the payload of ${name} is of another shape (${wrong.join(', ')})`)
}
