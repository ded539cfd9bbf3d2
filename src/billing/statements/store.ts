import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Undefined when this person asked for this statement today already. */
export function insertMail(
  db: Db,
  row: { customerId: number; personId: number; period: string; day: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into statement_mails (customer_id, person_id, period, day, asked_at) values (${row.customerId}, ${row.personId}, ${row.period}, ${row.day}::date, ${now})
    on conflict (customer_id, person_id, period, day) do nothing returning id`)
}

export function openMail(
  db: Db,
  id: number,
): Promise<{ customerId: number; personId: number; period: string } | undefined> {
  return db.row(sql`select customer_id, person_id, period from statement_mails where id = ${id} and sent_at is null`)
}

export async function setMailed(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update statement_mails set sent_at = ${now} where id = ${id}`)
}

export interface BatchRow {
  id: number
  period: string
  customerIds: number[]
  done: number
  createdBy: number
  createdAt: Date
  finishedAt: Date | null
}

const columns = sql`id, period, to_jsonb(customer_ids) as customer_ids, done, created_by, created_at, finished_at`

export function insertBatch(
  db: Db,
  row: { period: string; customerIds: number[]; createdBy: number },
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into statement_batches (period, customer_ids, created_by, created_at)
    values (${row.period}, ${row.customerIds}::bigint[], ${row.createdBy}, ${now}) returning id`)
}

export function batchById(db: Db, id: number): Promise<BatchRow | undefined> {
  return db.row(sql`select ${columns} from statement_batches where id = ${id}`)
}

export function batchesPage(db: Db, size: number, offset: number): Promise<BatchRow[]> {
  return db.rows(sql`select ${columns} from statement_batches order by id desc limit ${size} offset ${offset}`)
}

export async function countBatches(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from statement_batches`)).count
}

/** Only from where this part began, so that a part that runs again counts once. */
export function advanceBatch(db: Db, id: number, from: number, to: number, finishedAt: Date | null): Promise<number> {
  return db.run(sql`
    update statement_batches set done = ${to}, finished_at = ${finishedAt} where id = ${id} and done = ${from}`)
}
