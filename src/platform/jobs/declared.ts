import { z } from 'zod'

/** A name with the schema of its payload. `Input` is the type that is written, `Output` the type that a handler receives. */
export interface Declared<Kind extends 'event' | 'job', Name extends string, Input, Output> {
  kind: Kind
  name: Name
  /** Of the payload, also for the samples that every release leaves (decision 0089); events of a lifecycle have none. */
  schema?: z.ZodObject
  /** Throws when the payload does not fit, for example after an upgrade. The job is then retried and ends as a dead letter. */
  parse: (payload: unknown) => Output
  /** Somebody waits at a screen for the result: such jobs are taken before all others. */
  awaited?: boolean
  /** Exists only as a type; no value has this property. */
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

/** A time in a payload, as text, because JSON has no type for times. */
export const isoTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Declares an event, in a slice's `events.ts`. A field added later must be optional, because older payloads may still be queued. */
export function defineEvent<const Name extends string, Schema extends z.ZodObject>(
  name: Name,
  schema: Schema,
): DeclaredEvent<z.input<Schema>, z.output<Schema>, Name> {
  return { kind: 'event', name, schema, parse: (payload) => parsed(name, schema, payload) }
}

/** Declares timed or background work with one handler, also in a slice's `events.ts`. */
export function defineJob<const Name extends string, Schema extends z.ZodObject>(
  name: Name,
  schema: Schema,
  { awaited = false } = {},
): DeclaredJob<z.input<Schema>, z.output<Schema>, Name> {
  return { kind: 'job', name, schema, awaited, parse: (payload) => parsed(name, schema, payload) }
}

/** The first line gives the reason, because lists of dead jobs show that line. Values are left out. */
function parsed<Schema extends z.ZodObject>(name: string, schema: Schema, payload: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(payload)
  if (success) return data
  const wrong = error.issues.map(({ path, code }) => `${path.join('.') || 'payload'}: ${code}`)
  throw new TypeError(`the payload of ${name} is of another shape (${wrong.join(', ')})`)
}
