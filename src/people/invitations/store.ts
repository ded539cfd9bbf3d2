import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { TieFlag } from './rules.ts'

export interface TieRow {
  id: number
  friendId: number
  inviterId: number
  code: string
  registeredAt: Date
  flag: TieFlag | ''
  ip: string
  userAgent: string
  clearedBy: number | null
  clearedAt: Date | null
  clearReason: string
}

const columns = sql`id, friend_id, inviter_id, code, registered_at, flag, ip, user_agent, cleared_by, cleared_at, clear_reason`

export type NewTie = Pick<TieRow, 'friendId' | 'inviterId' | 'code' | 'flag' | 'ip' | 'userAgent'>

export function insertTie(db: Db, row: NewTie, now: Date): Promise<{ id: number }> {
  return db.one(sql`
    insert into invitations (friend_id, inviter_id, code, registered_at, flag, ip, user_agent)
    values (${row.friendId}, ${row.inviterId}, ${row.code}, ${now}, ${row.flag}, ${row.ip}, ${row.userAgent}) returning id`)
}

/** Keeps devices that were not used before; answers which. Waits for another registration that uses one of them at the same time. */
export function takeDevices(
  db: Db,
  friendId: number,
  devices: readonly string[],
  now: Date,
): Promise<{ device: string }[]> {
  return db.rows(sql`
    insert into invite_devices (device, friend_id, used_at)
    select device, ${friendId}, ${now} from jsonb_array_elements_text(${json(devices)}::jsonb) as d (device) order by device
    on conflict (device) do nothing returning device`)
}

export async function keepBrowser(db: Db, customerId: number, browser: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into invite_browsers (customer_id, browser, seen_at) values (${customerId}, ${browser}, ${now})
    on conflict (customer_id, browser) do update set seen_at = excluded.seen_at`)
}

export async function hasBrowser(db: Db, customerId: number, browser: string): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from invite_browsers where customer_id = ${customerId} and browser = ${browser}`)) !==
    undefined
  )
}

export async function dropDevices(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from invite_devices where used_at < ${before}`)
  await db.run(sql`delete from invite_browsers where seen_at < ${before}`)
}

export function tieOfFriend(db: Db, friendId: number): Promise<TieRow | undefined> {
  return db.row(sql`select ${columns} from invitations where friend_id = ${friendId}`)
}

/** Only a tie of this inviter. */
export function ownTie(db: Db, inviterId: number, id: number): Promise<TieRow | undefined> {
  return db.row(sql`select ${columns} from invitations where id = ${id} and inviter_id = ${inviterId}`)
}

export function tiesPage(db: Db, inviterId: number, size: number, offset: number): Promise<TieRow[]> {
  return db.rows(
    sql`select ${columns} from invitations where inviter_id = ${inviterId} order by id desc limit ${size} offset ${offset}`,
  )
}

export async function countTies(db: Db, inviterId: number): Promise<number> {
  return (
    await db.one<{ count: number }>(sql`select count(*) as count from invitations where inviter_id = ${inviterId}`)
  ).count
}

/** Undefined unless the tie is flagged and not cleared. */
export function clearFlag(db: Db, id: number, staffId: number, reason: string, now: Date): Promise<TieRow | undefined> {
  return db.row(sql`
    update invitations set cleared_by = ${staffId}, cleared_at = ${now}, clear_reason = ${reason}
    where id = ${id} and flag <> '' and cleared_at is null returning ${columns}`)
}

/** In the order of the ids. */
export function tiesByIds(db: Db, ids: readonly number[]): Promise<TieRow[]> {
  return db.rows(sql`
    select ${columns} from invitations where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}

export function tieSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  const by =
    (column: Sql) =>
    async (typed: string): Promise<Sql> =>
      sql`${column} = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from invitations`,
    key: sql`id`,
    columns: {
      inviter: { match: by(sql`inviter_id`) },
      friend: { match: by(sql`friend_id`) },
      code: { sql: sql`code` },
      registered: { sql: sql`registered_at` },
      flag: { sql: sql`flag` },
      state: { sql: sql`case when flag = '' then 'earns' when cleared_at is null then 'flagged' else 'cleared' end` },
      cleared: { sql: sql`cleared_at`, nullable: true },
    },
    search: async (typed) => {
      const ids = await customers(typed)
      return sql`(${contains(sql`code`, typed)} or inviter_id = any(${ids}::bigint[]) or friend_id = any(${ids}::bigint[]))`
    },
  }
}
