import type { Db } from '../db/db.ts'
import { eitherOf, type IndexSource } from '../db/index-query.ts'
import type { Related } from '../db/related.ts'
import { joined, type Sql, sql } from '../db/sql.ts'
import { containsTyped, hasTyped } from '../db/typed-words.ts'

// The audit log as a list of the console: its statements, because the table is the platform's.

export interface AuditRow {
  id: number
  at: Date
  actorKind: string
  actorId: number | null
  action: string
  subject: string
  before: unknown
  after: unknown
  reason: string | null
  ip: string
  requestId: string
  /** The number that the input of a call names. */
  namedNo: string | null
  /** Whether a link of the chain has this row. */
  sealed: boolean
}

/** In the order of the ids. */
export function rowsInPlaces(db: Db, ids: number[]): Promise<AuditRow[]> {
  return db.rows(sql`
    select id, at, actor_kind, actor_id, action, subject, before, after, reason, ip, request_id, named_no,
      exists (select 1 from audit_seals where audit_id = audit_log.id) as sealed
    from audit_log where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export interface AuditFinders {
  who: (typed: string) => Promise<Sql>
  action: (typed: string) => Sql
  subject: (typed: string) => Promise<Sql>
  group: (groups: readonly string[]) => Sql
  /** What a word of the search means to those who know the names. */
  meant: (typed: string) => Promise<Meant>
}

/** Rows that a word means apart from their reason. */
export interface Meant {
  staff: readonly number[]
  customers: Related
  /** Kinds of actors. */
  kinds: readonly string[]
  actions: readonly string[]
  subjects: readonly string[]
  /** Calls whose input names this number. */
  no: string
}

export function rowSource(find: AuditFinders): IndexSource {
  return {
    from: sql`from audit_log`,
    key: sql`id`,
    columns: {
      at: { sql: sql`at` },
      who: { match: find.who },
      kind: { sql: sql`actor_kind` },
      group: { among: find.group },
      action: { match: find.action },
      subject: { match: find.subject },
      reason: { sql: sql`coalesce(reason, '')` },
      ip: { sql: sql`ip` },
      request: { match: (typed) => sql`request_id = ${typed}` },
      no: { sql: sql`id` },
    },
    search: async (typed) => sql`id in (${found(typed, await find.meant(typed))})`,
    wideSearch: async (typed) => {
      const meant = await find.meant(typed)
      return { table: 'audit_log', found: found(typed, meant), here: here(typed, meant) }
    },
  }
}

/** Each part uses its own index; those by action and reason are indexes of months (decision 0142). */
function found(typed: string, { staff, customers, kinds, actions, subjects, no }: Meant): Sql {
  const parts = [
    ...(staff.length > 0 ? [sql`actor_kind = 'staff' and actor_id = any(${[...staff]}::bigint[])`] : []),
    sql`actor_kind = 'customer' and actor_id in (${customers.found})`,
    ...(kinds.length > 0 ? [sql`actor_kind = any(${[...kinds]}::text[])`] : []),
    ...(actions.length > 0 ? [rowsOf(actions)] : []),
    rowsAbout(subjects, no),
    sql`reason is not null and ${containsTyped(sql`folded(reason)`, typed)}`,
  ]
  return joined(
    parts.map((part) => sql`select id from audit_log where ${part}`),
    ' union all ',
  )
}

function here(typed: string, { staff, customers, kinds, actions, subjects, no }: Meant): Sql {
  return eitherOf([
    sql`(actor_kind = 'staff' and actor_id = any(${[...staff]}::bigint[]))`,
    sql`actor_kind = any(${[...kinds]}::text[])`,
    rowsOf(actions),
    rowsAbout(subjects, no),
    sql`(reason is not null and ${hasTyped(sql`folded(reason)`, typed)})`,
    sql`(actor_kind = 'customer' and ${customers.here(sql`actor_id`)})`,
  ])
}

/** Rows of these people. */
export function rowsBy(staff: readonly number[], customers: readonly number[], kinds: readonly string[]): Sql {
  return sql`(actor_kind = 'staff' and actor_id = any(${[...staff]}::bigint[])
    or actor_kind = 'customer' and actor_id = any(${[...customers]}::bigint[]) or actor_kind = any(${[...kinds]}::text[]))`
}

/** Rows about these subjects (`order:12`), and calls whose input names this number. */
export function rowsAbout(subjects: readonly string[], no: string): Sql {
  return sql`(subject = any(${[...subjects]}::text[]) or named_no = ${no})`
}

/** Rows with one of these actions or beginnings of actions, which end with `.`, `:` or a letter. */
export function rowsOf(actions: readonly string[], beginnings: readonly string[] = []): Sql {
  return eitherOf([sql`action = any(${[...actions]}::text[])`, ...beginnings.map(beginsWith)])
}

/** As LIKE, but in a form that the index of months that have ended serves: these operators compare letter by letter, in any collation. */
function beginsWith(beginning: string): Sql {
  const last = beginning.length - 1
  const after = beginning.slice(0, last) + String.fromCharCode(beginning.charCodeAt(last) + 1)
  return sql`(action ~>=~ ${beginning} and action ~<~ ${after})`
}

/** Rows with none of them. */
export function rowsNotOf(actions: readonly string[], beginnings: readonly string[]): Sql {
  return sql`not ${rowsOf(actions, beginnings)}`
}
