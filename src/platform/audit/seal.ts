import { createHash } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Ctx, inTx } from '../http/ctx.ts'
import { addDays } from '../time.ts'

// The chain over the audit log (decision 0076). A link is the SHA-256 of the link before and of one row; the statements below and
// `hashOf` must agree, and the test of the chain compares them.

const AT_ONCE = 2000

/** The text of a row that is hashed: every column, independent of the time zone and of the order of columns. */
export const sealedText: Sql = sql`jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor_kind, a.actor_id, a.action,
  a.subject, a.before, a.after, a.reason, a.ip, a.request_id)::text`

export interface ChainHead {
  n: number
  /** Hexadecimal. */
  hash: string
  sealedAt: Date
}

/**
 * Adds links for all rows that have none. Rows come into the chain when the job sees them, so a transaction that commits late is only
 * sealed later, and numbers of rolled back inserts leave no gap in the chain.
 */
export async function sealAuditLog(ctx: Ctx): Promise<number> {
  let sealed = 0
  // A part begins behind the part before. A row that commits meanwhile with a lower number is found by the next run.
  for (let last = 0; ;) {
    const added = await inTx(ctx, (inner) => sealSome(inner, last))
    sealed += added.length
    if (added.length < AT_ONCE) break
    last = added.at(-1) ?? last
  }
  const head = await chainHead(ctx.db)
  // The log leaves the machine, so a chain that was made again shows against the heads in it.
  if (sealed > 0 && head) ctx.log.info({ sealed, n: head.n, hash: head.hash }, 'audit log sealed')
  return sealed
}

async function sealSome(ctx: Ctx, after: number): Promise<number[]> {
  await ctx.db.rows(sql`select pg_advisory_xact_lock(hashtextextended('audit-seals', 0))`)
  const now = ctx.clock.now()
  const head = await chainHead(ctx.db)
  const rows = await ctx.db.rows<{ id: number; content: string }>(sql`
    select a.id, ${sealedText} as content from audit_log a
    where a.id > greatest(${after}, ${sealedFloor(now)}) and not exists (select 1 from audit_seals s where s.audit_id = a.id)
    order by a.id limit ${AT_ONCE}`)
  let hash = Buffer.from(head?.hash ?? '', 'hex')
  const hashes = rows.map(({ content }) => {
    hash = hashOf(hash, content)
    return hash.toString('hex')
  })
  await ctx.db.run(sql`
    insert into audit_seals (n, audit_id, hash, sealed_at)
    select ${head?.n ?? 0}::bigint + row_number() over (order by audit_id), audit_id, decode(hash, 'hex'), ${now}
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${hashes}::text[]) as link (audit_id, hash)`)
  return rows.map(({ id }) => id)
}

/** Every row up to this number is sealed: no transaction stays open for a day, so rows that were older than this one have been seen. */
function sealedFloor(now: Date): Sql {
  return sql`coalesce((select audit_id from audit_seals where sealed_at < ${addDays(now, -1)} order by n desc limit 1), 0)`
}

function hashOf(before: Buffer, content: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(before).update(content).digest() as Buffer<ArrayBuffer>
}

/** The last link; undefined before the first. */
export async function chainHead(db: Db): Promise<ChainHead | undefined> {
  return db.row(sql`select n, encode(hash, 'hex') as hash, sealed_at from audit_seals order by n desc limit 1`)
}

/** The hash of one link, to be compared with a head that was written down earlier. */
export async function hashAt(db: Db, n: number): Promise<string | undefined> {
  return (await db.row<{ hash: string }>(sql`select encode(hash, 'hex') as hash from audit_seals where n = ${n}`))?.hash
}

/** Selects a sentence for every link of `from < n <= to` that does not hold; `from` itself is only read for its hash. */
export function brokenLinks({ from, to }: { from: number | Sql; to: number | Sql }): Sql {
  // Links stand in about the order of the rows. The two ends let every month of the log be read by its index, and only where it has such rows.
  const end = (which: Sql) => sql`(select ${which}(audit_id) from audit_seals where n >= ${from} and n <= ${to})`
  return sql`
    select case
        when before_n <> n - 1 then '操作记录的校验链缺少第 ' || (before_n + 1) || ' 环'
        when id is null then '操作记录 ' || audit_id || '（第 ' || n || ' 环）已被删除'
        else '操作记录 ' || audit_id || '（第 ' || n || ' 环）被改动过：' || action || ' ' || subject end as fault
    from (
      select s.n, s.audit_id, a.id, a.action, a.subject, s.hash, lag(s.n, 1, 0::bigint) over (order by s.n) as before_n,
        sha256(lag(s.hash, 1, ''::bytea) over (order by s.n) || convert_to(${sealedText}, 'UTF8')) as computed
      from audit_seals s left join audit_log a on a.id = s.audit_id and a.id >= ${end(sql`min`)} and a.id <= ${end(sql`max`)}
      where s.n >= ${from} and s.n <= ${to}) as links
    where n > ${from} and (before_n <> n - 1 or id is null or hash <> computed)`
}

const LINKS_AT_NIGHT = 200_000

/**
 * What the nightly check compares: the newest links, and each night another part of the older ones, so that the statement stays within its time
 * limit however long the log is. `checkChain` compares all.
 */
export function brokenLinksTonight(now: Date): Sql {
  const day = Math.floor(now.getTime() / 86_400_000)
  const head = sql`(select coalesce(max(n), 0) from audit_seals)`
  const parts = sql`greatest(1, (${head} + ${LINKS_AT_NIGHT}::bigint - 1) / ${LINKS_AT_NIGHT}::bigint - 1)`
  const older = sql`(${day}::bigint % ${parts} * ${LINKS_AT_NIGHT}::bigint)`
  const newest = sql`greatest(0, ${head} - ${LINKS_AT_NIGHT}::bigint)`
  return sql`
    ${brokenLinks({ from: newest, to: head })}
    union ${brokenLinks({ from: older, to: sql`(${older} + ${LINKS_AT_NIGHT}::bigint)` })}`
}

/** Selects a sentence for every row that should be in the chain: put in behind it, or never sealed. */
export function unsealedRows(now: Date): Sql {
  return sql`
    select '操作记录 ' || a.id || ' 不在校验链中：' || a.action || ' ' || a.subject as fault
    from audit_log a
    where not exists (select 1 from audit_seals s where s.audit_id = a.id)
      and exists (select 1 from audit_seals where sealed_at < ${addDays(now, -1)})
      and (a.at < ${addDays(now, -1)} or a.id < ${sealedFloor(now)})`
}

const LINKS_AT_ONCE = 20_000
const FAULTS_SHOWN = 50

export interface ChainCheck {
  links: number
  found: number
  /** The first of them. */
  faults: string[]
}

/** Checks the chain in parts, so that no statement is ended by the time limit however long the log is. */
export async function checkChain(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<ChainCheck> {
  const links = (await chainHead(ctx.db))?.n ?? 0
  const parts: Sql[] = [unsealedRows(ctx.clock.now())]
  for (let from = 0; from < links; from += LINKS_AT_ONCE)
    parts.push(brokenLinks({ from, to: Math.min(from + LINKS_AT_ONCE, links) }))
  let found = 0
  const faults: string[] = []
  for (const part of parts) {
    const rows = await ctx.db.rows<{ fault: string; found: number }>(
      sql`select fault, count(*) over () as found from (${part}) as checked limit ${FAULTS_SHOWN}`,
    )
    found += rows[0]?.found ?? 0
    faults.push(...rows.map(({ fault }) => fault))
  }
  return { links, found, faults: faults.slice(0, FAULTS_SHOWN) }
}
