import type { Db } from '../db/db.ts'
import type { SignInMethod, SignInOutcome } from '../contract/sign-in-words.ts'
import { contains, type IndexSource } from '../db/index-query.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { inBatches } from '../jobs/periodic.ts'
import { addDays } from '../time.ts'
import type { SessionKind } from './tokens.ts'

interface Try {
  kind: SessionKind
  /** Undefined: there is no such account. */
  subjectId: number | undefined
  typed: string
  method: SignInMethod
  outcome: SignInOutcome
}

/**
 * Writes one line of the sign-in log. A refused sign-in must be written outside of the transaction that is rolled back. While somebody has to
 * wait, further tries leave one line in ten minutes, so that a program that keeps trying does not fill the table.
 */
export async function noteSignIn(ctx: Ctx, { kind, subjectId, typed, method, outcome }: Try): Promise<void> {
  const now = ctx.clock.now()
  const shown = subjectId === undefined ? maskTyped(typed) : ''
  const since = new Date(now.getTime() - 10 * 60_000)
  await ctx.db.run(sql`
    insert into sign_ins (at, kind, subject_id, typed, method, outcome, ip, user_agent)
    select ${now}, ${kind}, ${subjectId ?? null}::bigint, ${shown}, ${method}, ${outcome}, ${ctx.request.ip}, ${ctx.request.userAgent.slice(0, 300)}
    where ${outcome} <> 'locked' or not exists (
      select 1 from sign_ins where kind = ${kind} and subject_id is not distinct from ${subjectId ?? null}::bigint and at > ${since}
        and outcome = 'locked' and ip = ${ctx.request.ip})`)
}

/** Enough to recognise one's own mistake. A password typed into the wrong field must not be readable here. */
export function maskTyped(typed: string): string {
  if (/^1\d{10}$/.test(typed)) return `${typed.slice(0, 3)}****${typed.slice(-4)}`
  return typed === '' ? '' : `${[...typed][0]}***`
}

export interface SignInRow {
  id: number
  at: Date
  kind: SessionKind
  subjectId: number | null
  typed: string
  method: SignInMethod
  outcome: SignInOutcome
  ip: string
  userAgent: string
}

const columns = sql`id, at, kind, subject_id, typed, method, outcome, ip, user_agent`

/** In the order of the ids. */
export function signInsInPlaces(db: Db, ids: number[]): Promise<SignInRow[]> {
  return db.rows(sql`
    select ${columns} from sign_ins where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

/** The latest sign-ins of one person. */
export function latestSignIns(db: Db, kind: SessionKind, subjectId: number, most: number): Promise<SignInRow[]> {
  return db.rows(sql`
    select ${columns} from sign_ins where kind = ${kind} and subject_id = ${subjectId} order by at desc, id desc limit ${most}`)
}

/** Where the console's list is read. `people` gives the condition for the accounts whose name contains a text. */
export function signInSource(people: (typed: string) => Promise<Sql>): IndexSource {
  const who = async (typed: string) => sql`(${await people(typed)} or ${contains(sql`typed`, typed)})`
  return {
    from: sql`from sign_ins`,
    key: sql`id`,
    columns: {
      at: { sql: sql`at` },
      who: { match: who },
      kind: { sql: sql`kind` },
      outcome: { sql: sql`outcome` },
      method: { sql: sql`method` },
      ip: { sql: sql`ip` },
    },
    search: async (typed) => sql`(${await who(typed)} or ${contains(sql`ip`, typed)})`,
  }
}

/** Accounts in the sign-in log: `staff` and `customers` are ids. */
export function signInsOf(staff: readonly number[], customers: readonly number[]): Sql {
  return sql`(kind = 'staff' and subject_id = any(${[...staff]}::bigint[]) or kind = 'customer' and subject_id = any(${[...customers]}::bigint[]))`
}

/** Laws on network logs ask for six months; a year shows a pattern, and nothing reads further back. */
const KEPT_DAYS = 400

export async function sweepSignIns(ctx: Ctx): Promise<void> {
  const removed = await inBatches((most) =>
    ctx.db.run(sql`
      delete from sign_ins where id in (select id from sign_ins where at < ${addDays(ctx.clock.now(), -KEPT_DAYS)} order by at limit ${most})`),
  )
  ctx.log.info({ removed }, 'sign-in log swept')
}
