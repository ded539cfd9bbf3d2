import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface TicketRow {
  id: number
  expiresAt: Date
  openid: string | null
  scannedAt: Date | null
  shownAt: Date | null
  usedAt: Date | null
  undoneAt: Date | null
}

export interface NewTicket {
  ticketHash: string
  scene: string
  browserHash: string
  ip: string
  userAgent: string
  expiresAt: Date
}

export async function insertTicket(db: Db, ticket: NewTicket, now: Date): Promise<void> {
  await db.run(sql`
    insert into wechat_tickets (ticket_hash, scene, browser_hash, ip, user_agent, created_at, expires_at)
    values (${ticket.ticketHash}, ${ticket.scene}, ${ticket.browserHash}, ${ticket.ip}, ${ticket.userAgent}, ${now}, ${ticket.expiresAt})`)
}

export async function ticketsSince(db: Db, ip: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from wechat_tickets where ip = ${ip} and created_at > ${since}`,
  )
  return count
}

/** Only for the browser that requested it. Locked, so that two polls at once open one session. */
export function lockTicket(db: Db, ticketHash: string, browserHash: string): Promise<TicketRow | undefined> {
  return db.row(sql`
    select id, expires_at, openid, scanned_at, shown_at, used_at, undone_at from wechat_tickets
    where ticket_hash = ${ticketHash} and browser_hash = ${browserHash} for update`)
}

/** The first scan of a valid code; undefined for any other. */
export function markScanned(
  db: Db,
  scan: { scene: string; openid: string; undoHash: string },
  now: Date,
): Promise<{ id: number; ip: string; userAgent: string } | undefined> {
  return db.row(sql`
    update wechat_tickets set openid = ${scan.openid}, scanned_at = ${now}, undo_hash = ${scan.undoHash}
    where scene = ${scan.scene} and scanned_at is null and expires_at > ${now}
    returning id, ip, user_agent`)
}

export async function markShown(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update wechat_tickets set shown_at = ${now} where id = ${id}`)
}

export async function markUsed(db: Db, id: number, sessionId: number, now: Date): Promise<void> {
  await db.run(sql`update wechat_tickets set used_at = ${now}, session_id = ${sessionId} where id = ${id}`)
}

export async function markToBind(
  db: Db,
  id: number,
  bind: { hash: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update wechat_tickets set used_at = ${now}, bind_hash = ${bind.hash}, bind_expires_at = ${bind.expiresAt} where id = ${id}`)
}

/** Uses a bind token up; undefined when it is unknown, used, expired or undone. */
export function takeBindToken(db: Db, hash: string, now: Date): Promise<{ id: number; openid: string } | undefined> {
  return db.row(sql`
    update wechat_tickets set bound_at = ${now}
    where bind_hash = ${hash} and bound_at is null and undone_at is null and bind_expires_at > ${now}
    returning id, openid`)
}

/** Stores the session that a bound sign-in opened, so that undoing the scan ends it. */
export async function keepSession(db: Db, ticketId: number, sessionId: number): Promise<void> {
  await db.run(sql`update wechat_tickets set session_id = ${sessionId} where id = ${ticketId}`)
}

export function markUndone(
  db: Db,
  undoHash: string,
  since: Date,
  now: Date,
): Promise<{ id: number; sessionId: number | null } | undefined> {
  return db.row(sql`
    update wechat_tickets set undone_at = coalesce(undone_at, ${now})
    where undo_hash = ${undoHash} and scanned_at > ${since}
    returning id, session_id`)
}

export function customerBoundTo(db: Db, appid: string, openid: string): Promise<{ customerId: number } | undefined> {
  return db.row(sql`select customer_id from wechat_bindings where appid = ${appid} and openid = ${openid}`)
}

/** False when the WeChat identity or the account has another binding. */
export async function insertBinding(
  db: Db,
  binding: { appid: string; openid: string; customerId: number; ticketId: number },
  now: Date,
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into wechat_bindings (appid, openid, customer_id, ticket_id, created_at)
    values (${binding.appid}, ${binding.openid}, ${binding.customerId}, ${binding.ticketId}, ${now}) on conflict do nothing`)
  return inserted === 1
}

export function deleteBindingOf(db: Db, customerId: number): Promise<number> {
  return db.run(sql`delete from wechat_bindings where customer_id = ${customerId}`)
}

export function deleteBindingMadeBy(db: Db, ticketId: number): Promise<number> {
  return db.run(sql`delete from wechat_bindings where ticket_id = ${ticketId}`)
}

export async function isBound(db: Db, customerId: number): Promise<boolean> {
  return (await db.row(sql`select id from wechat_bindings where customer_id = ${customerId}`)) !== undefined
}

/** False when this message was received before. */
export async function insertEvent(
  db: Db,
  event: { sender: string; sentAt: number; scene: string },
  now: Date,
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into wechat_events (sender, sent_at, scene, received_at)
    values (${event.sender}, ${event.sentAt}, ${event.scene}, ${now}) on conflict do nothing`)
  return inserted === 1
}

/** Deletes codes and messages that nothing refers to any more. A binding keeps the id of its ticket, not the row. */
export async function sweepWechat(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from wechat_tickets where created_at < ${before}`)
  await db.run(sql`delete from wechat_events where received_at < ${before}`)
}
