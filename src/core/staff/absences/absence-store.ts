import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Absence } from './absence-rules.ts'

/** A deputy whose account was blocked or got another role since stands in no more: the work would be told to nobody who can do it. */
const absences = sql`
  from staff_absences a join staff s on s.id = a.staff_id left join staff d on d.id = a.deputy_id and d.disabled_at is null and d.role = s.role`

const columns = sql`a.id, a.staff_id, d.id as deputy_id, a.first_day::text as first_day, a.last_day::text as last_day`

/** The absences that hold on a day. */
export function absencesOn(db: Db, day: string): Promise<Absence[]> {
  return db.rows(sql`
    select ${columns} ${absences}
    where a.ended_at is null and a.last_day >= ${day}::date and a.first_day <= ${day}::date order by a.id`)
}

export interface AbsenceRow extends Absence {
  staffName: string
  deputyName: string | null
  reason: string
}

/** The absences from a day on, the next one first. Their number is bounded by how far ahead one may be entered. */
export function absencesFrom(db: Db, day: string): Promise<AbsenceRow[]> {
  return db.rows(sql`
    select ${columns}, a.reason, s.name as staff_name, d.name as deputy_name ${absences}
    where a.ended_at is null and a.last_day >= ${day}::date order by a.first_day, a.id`)
}

/** The first absence of one of these people that touches the days. */
export function absenceWithin(
  db: Db,
  staffIds: readonly number[],
  firstDay: string,
  lastDay: string,
): Promise<Absence | undefined> {
  return db.row(sql`
    select ${columns} ${absences}
    where a.ended_at is null and a.staff_id = any(${[...staffIds]}::bigint[]) and a.last_day >= ${firstDay}::date and a.first_day <= ${lastDay}::date
    order by a.first_day limit 1`)
}

export function insertAbsence(
  db: Db,
  row: Omit<Absence, 'id'> & { reason: string; createdBy: number },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into staff_absences (staff_id, deputy_id, first_day, last_day, reason, created_by, created_at)
    values (${row.staffId}, ${row.deputyId}, ${row.firstDay}::date, ${row.lastDay}::date, ${row.reason}, ${row.createdBy}, ${now}) returning id`)
}

export function absenceById(db: Db, id: number): Promise<Absence | undefined> {
  return db.row(sql`select ${columns} ${absences} where a.id = ${id} and a.ended_at is null`)
}

export function endAbsence(db: Db, id: number, now: Date): Promise<number> {
  return db.run(sql`update staff_absences set ended_at = ${now} where id = ${id} and ended_at is null`)
}
