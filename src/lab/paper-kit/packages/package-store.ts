import type { Db } from '../../../platform/db/db.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { Licence, PackedFile, PackedOrder } from './crate-rules.ts'

/** What the order said when the package was begun. */
export interface PackageContent {
  order: Pick<PackedOrder, 'orderNo' | 'title' | 'laboratory' | 'deliveredOn' | 'madeAt' | 'records' | 'reportCode'>
  files: (PackedFile & { id: number; name: string; sampleName: string })[]
}

export type WrittenFile = PackedFile & { id: number }

export interface PackageRow {
  id: number
  customerId: number
  orderNo: string
  licence: Licence
  content: PackageContent
  written: WrittenFile[]
  done: number
  total: number
  createdAt: Date
  finishedAt: Date | null
}

const columns = sql`id, customer_id, order_no, licence, content, written, done, total, created_at, finished_at`

export function insertPackage(
  db: Db,
  row: Pick<PackageRow, 'customerId' | 'orderNo' | 'licence' | 'content' | 'total'>,
  now: Date,
): Promise<PackageRow> {
  return db.one(sql`
    insert into data_packages (customer_id, order_no, licence, content, total, created_at)
    values (${row.customerId}, ${row.orderNo}, ${row.licence}, ${json(row.content)}::jsonb, ${row.total}, ${now}) returning ${columns}`)
}

export function packageById(db: Db, id: number): Promise<PackageRow | undefined> {
  return db.row(sql`select ${columns} from data_packages where id = ${id}`)
}

export function ownPackage(db: Db, customerId: number, id: number): Promise<PackageRow | undefined> {
  return db.row(sql`select ${columns} from data_packages where id = ${id} and customer_id = ${customerId}`)
}

/** The newest first. */
export function packagesOf(db: Db, customerId: number, orderNo: string, since: Date): Promise<PackageRow[]> {
  return db.rows(sql`
    select ${columns} from data_packages where customer_id = ${customerId} and order_no = ${orderNo} and created_at > ${since} order by id desc`)
}

export function countPackages(db: Db, customerId: number, since: Date): Promise<{ count: number }> {
  return db.one(
    sql`select count(*) as count from data_packages where customer_id = ${customerId} and created_at > ${since}`,
  )
}

/** Lets packages of one customer be begun only one after the other. */
export async function lockPackages(db: Db, customerId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('data-packages', ${customerId}))`)
}

/** 0 when another run of the job was faster. */
export function advancePackage(
  db: Db,
  id: number,
  { from, to, written }: { from: number; to: number; written: readonly WrittenFile[] },
  finishedAt: Date | null,
): Promise<number> {
  return db.run(sql`
    update data_packages set done = ${to}, written = written || ${json(written)}::jsonb, finished_at = ${finishedAt}
    where id = ${id} and done = ${from} and finished_at is null`)
}

export async function deletePackage(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from data_packages where id = ${id}`)
}
