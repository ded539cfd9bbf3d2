import { config, type z } from 'zod'
import { plainMessage } from './plain-message.ts'

// What a schema does not say itself is still said in words for people; on the server as in the browser.
config({ localeError: plainMessage })

/**
 * open: no login. auth: customer token. staff: staff token plus a row of the role × action table.
 * The area is also the path: `/api/{area}/{name}`.
 */
export type Area = 'open' | 'auth' | 'staff'

export interface UploadLimits {
  /** Largest size of one file, in bytes. */
  maxBytes: number
  /** Given: none up to so many files, under any name. Otherwise exactly one. */
  maxFiles?: number
}

/**
 * single-use: the code, ticket or token it takes works once.
 * bounded: a second one only makes another session or message, and limits of its own bound those.
 * sets-state: it sets what is set already.
 * stage: the first one leaves the version or stage behind that the second one names.
 * secret-answer: its answer is a password, which must not be kept to be repeated; the account name is taken once.
 */
export type RepeatSafety = 'single-use' | 'bounded' | 'sets-state' | 'stage' | 'secret-answer'

export interface CallOptions<I extends z.ZodType, O extends z.ZodType, A extends Area = Area> {
  name: string
  area: A
  /** GET calls read their input from the query string. Default POST. */
  method?: 'GET' | 'POST'
  /** One Chinese line for OpenAPI. */
  summary: string
  input: I
  output: O
  /** Staff calls: the action in the role × action table that the caller's role must hold. */
  action?: string
  /** The call runs in one transaction and answers a repeated Idempotency-Key with its first answer. */
  idempotent?: boolean
  /** The call only reads. Every other staff call leaves an audit row, and every other POST call takes a key or says `repeat`. */
  reads?: boolean
  /** Why a call that writes and takes no key does no harm when it arrives twice. */
  repeat?: RepeatSafety
  /** The call takes files by multipart beside its input. */
  upload?: UploadLimits
  /** The caller's browser is known by a random key in a cookie of its own, for what must end in the browser it began in. */
  bindsBrowser?: boolean
  /** Answers of an open call that may be kept until one of the tags is purged. */
  cacheTags?: readonly string[]
}

export interface Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Area = Area,
> extends CallOptions<I, O, A> {
  method: 'GET' | 'POST'
  path: string
}

export type InputOf<C extends Call> = z.output<C['input']>
export type SentTo<C extends Call> = z.input<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>

/** The one declaration of a call. Everything about it (validation, client, forms, OpenAPI, tests) is derived from here. */
export function defineCall<I extends z.ZodType, O extends z.ZodType, const A extends Area>(
  options: CallOptions<I, O, A>,
): Call<I, O, A> {
  return { ...options, method: options.method ?? 'POST', path: `/api/${options.area}/${options.name}` }
}
