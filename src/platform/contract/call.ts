import { config, type z } from 'zod'
import { plainMessage } from './plain-message.ts'

// Chinese messages for faults that a schema has no message for, on the server and in the browser.
config({ localeError: plainMessage })

/**
 * open: no login. auth: customer token. staff: staff token plus a row of the role × action table.
 * The area is part of the path: `/api/{area}/{name}`.
 */
export type Area = 'open' | 'auth' | 'staff'

export interface UploadLimits {
  /** Largest size of one file, in bytes. */
  maxBytes: number
  /** When given, the call takes 0 to `maxFiles` files under any field name; otherwise exactly one file. */
  maxFiles?: number
  /** A piece of a file that is scanned for viruses when it is whole. */
  piece?: true
}

/**
 * single-use: the code, ticket or token in the input works only once.
 * bounded: a second call only creates another session or message, and a separate limit bounds those.
 * sets-state: a second call sets the same state again.
 * stage: the first call changes the version or stage that the second one names.
 * secret-answer: the answer contains a password, which must not be stored to be repeated; the unique account name refuses a second call.
 */
export type RepeatSafety = 'single-use' | 'bounded' | 'sets-state' | 'stage' | 'secret-answer'

/** Written as a method, so that a call with any input still is a `Call`. */
type CacheTagsOf<I, O> = { of(input: I, answer?: O): readonly string[] }['of']

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
  /**
   * For auth calls: an owner or manager may make it in the name of a group (header `account`), in this role or a higher one. A call without it
   * is refused in the name of a group, so that a new call is for persons until somebody decides otherwise (decision 0056).
   */
  forGroup?: 'owner' | 'manager'
  /** For auth calls: answered also while a session waits for its second factor. */
  beforeSecondFactor?: true
  /** The call only reads. Every other staff call writes an audit row, unless it says `ownLooks`, and every other POST call is `idempotent` or states `repeat`. */
  reads?: boolean
  /**
   * For staff calls that write: it only notes what the caller has looked at. Nothing of the laboratory changes and nobody else sees it, so it
   * writes no audit row; such rows would only hide the others.
   */
  ownLooks?: true
  /** Why a call that writes without a key does no harm when it arrives twice. */
  repeat?: RepeatSafety
  /** The call takes files as multipart/form-data, next to its input. */
  upload?: UploadLimits
  /** Identifies the browser by a random key in a cookie, for flows that must end in the browser in which they began. */
  bindsBrowser?: boolean
  /** Only for calls that read, and whose answer neither is money nor decides about a stage: a standby may answer, some seconds behind. */
  replica?: boolean
  /**
   * For open calls: the answer is cached until one of these tags is purged. A function names the things an answer is made of, such as
   * `project:1003`, so that a change of one does not drop the answers about all others; without an answer the call was refused.
   */
  cacheTags?: readonly string[] | CacheTagsOf<z.output<I>, z.output<O>>
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

/** The tags of one answer; undefined for a call that is never cached. */
export function tagsOf(call: Call, input: unknown, answer?: unknown): readonly string[] | undefined {
  return typeof call.cacheTags === 'function' ? call.cacheTags(input, answer) : call.cacheTags
}

/** The single declaration of a call. Validation, client, forms, OpenAPI and tests are derived from it. */
export function defineCall<I extends z.ZodType, O extends z.ZodType, const A extends Area>(
  options: CallOptions<I, O, A>,
): Call<I, O, A> {
  return { ...options, method: options.method ?? 'POST', path: `/api/${options.area}/${options.name}` }
}
