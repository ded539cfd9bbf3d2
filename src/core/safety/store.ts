import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AlarmKind } from './rules.ts'

export interface AlarmRow {
  id: number
  kind: AlarmKind
  text: string
  times: number
  raisedAt: Date
  lastAt: Date
  seenAt: Date | null
  seenBy: number | null
  /** Mails that were sent, and those that failed so far. */
  mailsSent: number
  mailsFailed: number
}

/** The id when this occasion is raised for the first time; later times are only counted. */
export async function putAlarm(
  db: Db,
  alarm: { kind: AlarmKind; occasion: string; text: string },
  now: Date,
): Promise<number | undefined> {
  const { id, times } = await db.one<{ id: number; times: number }>(sql`
    insert into alarms (kind, occasion, text, raised_at, last_at)
    values (${alarm.kind}, ${alarm.occasion}, ${alarm.text}, ${now}, ${now})
    on conflict (kind, occasion) do update set times = alarms.times + 1, text = excluded.text, last_at = excluded.last_at
    returning id, times`)
  return times === 1 ? id : undefined
}

export function alarmById(db: Db, id: number): Promise<{ kind: AlarmKind; text: string; raisedAt: Date } | undefined> {
  return db.row(sql`select kind, text, raised_at from alarms where id = ${id}`)
}

/** False when this address has a mail about this alarm already, sent or waiting. */
export async function addAlarmMail(db: Db, alarmId: number, recipient: string): Promise<boolean> {
  const added = await db.run(
    sql`insert into alarm_mails (alarm_id, recipient) values (${alarmId}, ${recipient}) on conflict do nothing`,
  )
  return added === 1
}

export async function isAlarmMailOpen(db: Db, alarmId: number, recipient: string): Promise<boolean> {
  const found = await db.row(
    sql`select alarm_id from alarm_mails where alarm_id = ${alarmId} and recipient = ${recipient} and sent_at is null`,
  )
  return found !== undefined
}

export async function noteAlarmMail(
  db: Db,
  alarmId: number,
  recipient: string,
  outcome: { sentAt: Date } | { error: string },
): Promise<void> {
  const sentAt = 'sentAt' in outcome ? outcome.sentAt : null
  const error = 'error' in outcome ? outcome.error.slice(0, 500) : ''
  await db.run(sql`
    update alarm_mails set sent_at = ${sentAt}, last_error = ${error}
    where alarm_id = ${alarmId} and recipient = ${recipient}`)
}

export async function countUnseenAlarms(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from alarms where seen_at is null`)).count
}

export function latestAlarms(db: Db): Promise<AlarmRow[]> {
  return db.rows(sql`
    select id, kind, text, times, raised_at, last_at, seen_at, seen_by,
      (select count(*) from alarm_mails m where m.alarm_id = alarms.id and m.sent_at is not null) as mails_sent,
      (select count(*) from alarm_mails m where m.alarm_id = alarms.id and m.sent_at is null and m.last_error <> '') as mails_failed
    from alarms order by (seen_at is null) desc, last_at desc, id desc limit 100`)
}

/** False when the alarm does not exist or was marked before. */
export async function markSeen(db: Db, id: number, staffId: number, now: Date): Promise<boolean> {
  return (
    (await db.run(
      sql`update alarms set seen_at = ${now}, seen_by = ${staffId} where id = ${id} and seen_at is null`,
    )) === 1
  )
}

/** Deletes alarms that were dealt with long ago, and their mails. */
export async function sweepAlarms(db: Db, before: Date): Promise<void> {
  await db.run(
    sql`delete from alarm_mails where alarm_id in (select id from alarms where seen_at < ${before} and last_at < ${before})`,
  )
  await db.run(sql`delete from alarms where seen_at < ${before} and last_at < ${before}`)
}

/** Serialises the reads of one member of staff, so that two requests at once count as two. */
export async function lockReader(db: Db, staffId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`personal-reads:${staffId}`}, 0))`)
}
