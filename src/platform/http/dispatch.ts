import { createHash } from 'node:crypto'
import type { Envelope } from '../contract/envelope.ts'
import { SUCCESS_TEXT } from '../contract/envelope.ts'
import { problemNumber } from '../contract/problem-number.ts'
import { commonErrors, Refusal, refuse } from '../contract/refusal.ts'
import type { Call } from '../contract/call.ts'
import type { Db } from '../db/db.ts'
import { json, sql } from '../db/sql.ts'
import { inBatches } from '../jobs/periodic.ts'
import { annotate, spanned } from '../observe/tracing.ts'
import { currentWork, working } from '../observe/work.ts'
import { addDays } from '../time.ts'
import { recordAudit } from './audit.ts'
import { withoutSecrets } from './audit-copy.ts'
import { type Actor, type Ctx, inTx, type RequestInfo, type Services, type Staff } from './ctx.ts'
import { parseInput } from './decode.ts'
import type { Handler, UploadedFile } from './handler.ts'
import { noteInput, noteRefusal } from './note-refusal.ts'
import { dropFiles } from './upload.ts'

/** The app decides who the caller is and what a role may do, because the platform knows neither customers nor roles. */
export interface Access {
  authenticate: (services: Services, call: Call, claims: Claims) => Promise<Actor>
  mayAct: (person: Staff, action: string) => boolean
}

/** What a request says about who makes it. */
export interface Claims {
  token: string | undefined
  /** The header of that name, in which programs send a key. */
  authorization?: string | undefined
  request?: RequestInfo
  /** The number of the group in whose name the call is made; empty for the person's own. */
  account?: string | undefined
}

export interface IncomingCall extends Claims {
  raw: unknown
  /** Every value came as text: query string, form or multipart. */
  texts: boolean
  idempotencyKey: string | undefined
  request: RequestInfo
  file?: UploadedFile
  files?: UploadedFile[]
}

export interface Answer {
  status: number
  body: Envelope
  /** Seconds after which a refused call can be made again, where the refusal knows. */
  retryAfter?: number | undefined
}

/** Runs one call from raw input to envelope. Never throws. */
export function dispatch(
  services: Services,
  access: Access,
  handler: Handler,
  incoming: IncomingCall,
): Promise<Answer> {
  const run = () => answered(services, access, handler, incoming)
  const { name } = handler.call
  if (currentWork()?.name === name) return run()
  // A page makes calls in its own request.
  const work = { kind: 'call', name, requestId: incoming.request.id } as const
  return working(work, () => spanned(`call ${name}`, {}, run))
}

async function answered(services: Services, access: Access, handler: Handler, incoming: IncomingCall): Promise<Answer> {
  let actor: Actor | undefined
  try {
    actor = await authorize(services, access, handler.call, incoming)
    annotate({ 'mingxi.actor': actor.kind })
    const data = await execute(services, handler, actor, incoming)
    return { status: 200, body: { code: 1, data, msg: SUCCESS_TEXT } }
  } catch (error) {
    if (error instanceof Refusal && actor) noteRefusal(services, error, actor)
    noteInput(services, error, { actor, call: handler.call })
    return failed(services, error, incoming.request)
  }
}

interface RefusalData {
  fields?: Record<string, string>
  challenge?: unknown
  retryAfter?: number
}

/**
 * Turns an error into an answer: refusals keep their text, an unreachable database is 503, everything else is a plain 500 with the number of
 * its error report.
 */
export function failed(
  services: Pick<Services, 'log' | 'faults' | 'programs'>,
  error: unknown,
  request: RequestInfo,
): Answer {
  const answer = answerTo(services, error, request)
  services.programs.refused(request.id, answer.body)
  return answer
}

function answerTo(services: Pick<Services, 'log' | 'faults'>, error: unknown, request: RequestInfo): Answer {
  if (error instanceof Refusal) {
    const { kind, message, data } = error
    annotate({ 'mingxi.refusal': kind.error })
    const { fields, challenge, retryAfter } = (data ?? {}) as RefusalData
    return {
      status: kind.status,
      retryAfter,
      body: { code: 0, data: null, msg: message, error: kind.error, fields, challenge },
    }
  }
  const kind = isUnavailable(error)
    ? commonErrors.unavailable
    : isStorageFull(error)
      ? commonErrors.storageFull
      : commonErrors.internal
  services.log.error({ err: error, requestId: request.id }, 'call failed')
  if (kind !== commonErrors.internal)
    return { status: kind.status, body: { code: 0, data: null, msg: kind.message, error: kind.error } }
  services.faults.note(error, 'call failed', request.id)
  const msg = `${kind.message}（问题编号 ${problemNumber(request.id)}）`
  return { status: kind.status, body: { code: 0, data: null, msg, error: kind.error, requestId: request.id } }
}

export async function authorize(services: Services, access: Access, call: Call, claims: Claims): Promise<Actor> {
  let actor: Actor | undefined
  try {
    actor = await access.authenticate(services, call, claims)
    if (
      call.area === 'staff' &&
      call.action !== undefined &&
      !(actor.kind === 'staff' && access.mayAct(actor, call.action))
    )
      throw refuse(commonErrors.forbidden)
    return actor
  } catch (error) {
    if (error instanceof Refusal) noteRefusal(services, error, actor)
    throw error
  }
}

async function execute(services: Services, handler: Handler, actor: Actor, incoming: IncomingCall): Promise<unknown> {
  const { call } = handler
  // Check the key before the input, so that a client that never sends it fails on its first request.
  if (call.idempotent && incoming.idempotencyKey === undefined) throw refuse(commonErrors.keyRequired)
  const input = parseInput(call.input, incoming.raw, incoming.texts)
  const ctx: Ctx = {
    ...services,
    db: readsOf(services, call, actor, incoming.request),
    actor,
    request: incoming.request,
  }
  const run = async (inner: Ctx) =>
    call.output.parse(await handler.run(inner, input, incoming.file, incoming.files ?? []))
  const audited = call.area === 'staff' && !call.reads && !call.ownLooks && call.method === 'POST'
  const work = audited ? withAudit(call, input, run) : run
  const answer = await (call.idempotent ? once(ctx, call, incoming, work) : audited ? inTx(ctx, work) : work(ctx))
  return handler.finish ? call.output.parse(await handler.finish(ctx, answer)) : answer
}

/** Reads of a call that declares `replica` may come from a standby. Programs keep no cookies, so what they wrote is not known. */
function readsOf({ db, replicas }: Services, call: Call, actor: Actor, { seen }: RequestInfo): Db {
  if (!call.replica || !replicas || (actor.kind === 'customer' && actor.apiKeyId !== undefined)) return db
  return replicas.reader(seen) ?? db
}

/** Every write by staff, except what says `ownLooks`, adds an audit row with the caller and the input; transitions add their own row with before and after. */
function withAudit(call: Call, input: unknown, run: (ctx: Ctx) => Promise<unknown>) {
  return async (ctx: Ctx) => {
    const answer = await run(ctx)
    if (ctx.actor.kind === 'staff')
      await recordAudit(ctx, {
        action: `call:${call.name}`,
        subject: `call:${call.name}`,
        after: withoutSecrets(input),
      })
    return answer
  }
}

/**
 * The first use of a key runs the call and stores its answer in the same transaction. A repeat gets that answer; the same key with another
 * body is refused. Of two parallel requests the second waits on the unique key until the first commits. A refusal rolls back, so the key stays usable.
 */
async function once(
  ctx: Ctx,
  call: Call,
  incoming: IncomingCall,
  run: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const key = incoming.idempotencyKey ?? ''
  if (!/^[\w-]{8,100}$/.test(key)) throw refuse(commonErrors.malformed)
  const owner = keyOwner(ctx.actor)
  const hash = createHash('sha256')
    .update(call.name)
    .update(json(incoming.raw) ?? '')
    .update(
      filesOf(incoming)
        .map(({ sha256 }) => sha256)
        .join(),
    )
    .digest('base64url')
  return inTx(ctx, async (inner) => {
    const fresh = await inner.db.run(sql`
      insert into idempotency_keys (owner, key, call, request_hash, created_at) values (${owner}, ${key}, ${call.name}, ${hash}, ${ctx.clock.now()})
      on conflict do nothing`)
    if (fresh === 0) {
      const kept = await inner.db.row<{ requestHash: string; answer: unknown }>(sql`
        select request_hash, answer from idempotency_keys where owner = ${owner} and key = ${key}`)
      if (kept?.requestHash !== hash) throw refuse(commonErrors.idempotencyMismatch)
      // The files of the first request are stored already; these are copies.
      await dropFiles(ctx, filesOf(incoming))
      return kept.answer
    }
    const answer = await run(inner)
    await inner.db.run(
      sql`update idempotency_keys set answer = ${json(answer)}::jsonb where owner = ${owner} and key = ${key}`,
    )
    return answer
  })
}

/** Whose keys these are. A person's keys in the name of a group are neither their own ones nor those of another person of the group. */
function keyOwner(actor: Actor): string {
  if (actor.kind === 'visitor' || actor.kind === 'system') return actor.kind
  const own = `${actor.kind}:${actor.id}`
  return actor.kind === 'customer' && actor.personId !== undefined ? `${own}:${actor.personId}` : own
}

export function filesOf({ file, files = [] }: Pick<IncomingCall, 'file' | 'files'>): UploadedFile[] {
  return file ? [file, ...files] : files
}

/** A repeat comes within minutes, or within hours from a device that was offline. */
const KEYS_KEPT_DAYS = 7

export async function sweepIdempotencyKeys(ctx: Ctx): Promise<void> {
  const before = addDays(ctx.clock.now(), -KEYS_KEPT_DAYS)
  const removed = await inBatches((most) =>
    ctx.db.run(sql`
      delete from idempotency_keys where (owner, key) in (
        select owner, key from idempotency_keys where created_at < ${before} order by created_at limit ${most})`),
  )
  ctx.log.info({ removed }, 'idempotency keys swept')
}

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  // The host became a standby.
  '25006',
  '08006',
  '08001',
  '08003',
  // PgBouncer while its server is unreachable.
  '08P01',
  '58000',
  '53300',
  '55P03',
  '57014',
])

function isUnavailable(error: unknown): boolean {
  const e = error as { code?: string; message?: string }
  return (
    UNAVAILABLE.has(e?.code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after/.test(
      e?.message ?? '',
    )
  )
}

function isStorageFull(error: unknown): boolean {
  const code = (error as { code?: string })?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}
