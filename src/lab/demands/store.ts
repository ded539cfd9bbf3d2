import type { ServiceType } from '../samples/service-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { DemandKind, DemandStage, StoredAnswer } from './rules.ts'

export interface DemandRow {
  id: number
  receiptNo: string
  kind: DemandKind
  customerId: number | null
  contactName: string
  contactPhone: string
  company: string
  title: string
  body: string
  serviceType: ServiceType | null
  budgetFen: number | null
  deadline: string | null
  fileIds: number[]
  stage: DemandStage
  version: number
  answer: StoredAnswer | null
  answeredBy: number | null
  answeredAt: Date | null
  validUntil: Date | null
  acceptedAt: Date | null
  orderNo: string | null
  closeReason: string
  createdAt: Date
}

export const demandColumns = sql`id, receipt_no, kind, customer_id, contact_name, contact_phone, company, title, body, service_type, budget_fen, deadline,
  to_jsonb(file_ids) as file_ids, stage, version, answer, answered_by, answered_at, valid_until, accepted_at, order_no, close_reason, created_at`

export type NewDemand = Pick<
  DemandRow,
  | 'kind'
  | 'customerId'
  | 'contactName'
  | 'contactPhone'
  | 'company'
  | 'title'
  | 'body'
  | 'serviceType'
  | 'budgetFen'
  | 'deadline'
  | 'fileIds'
>

/** `day` is `yymmdd`, a part of the receipt number. */
export function insertDemand(
  db: Db,
  row: NewDemand,
  day: string,
  now: Date,
): Promise<{ id: number; receiptNo: string }> {
  return db.one(sql`
    insert into demands (receipt_no, kind, customer_id, contact_name, contact_phone, company, title, body, service_type, budget_fen, deadline,
      file_ids, stage, created_at)
    select 'XQ' || ${day} || lpad(n::text, greatest(5, length(n::text)), '0'), ${row.kind}, ${row.customerId}::bigint, ${row.contactName},
      ${row.contactPhone}, ${row.company}, ${row.title}, ${row.body}, ${row.serviceType}::smallint, ${row.budgetFen}::bigint,
      ${row.deadline}::date, ${row.fileIds}::bigint[], 'open', ${now}
    from nextval('demand_numbers') as n
    returning id, receipt_no`)
}

export async function setFiles(db: Db, id: number, fileIds: number[]): Promise<void> {
  await db.run(sql`update demands set file_ids = ${fileIds}::bigint[] where id = ${id}`)
}

/** Records one attempt per key and answers the number of attempts of each since then, this one included. Runs under a lock, so that limits hold. */
export async function countAttempts(db: Db, keys: string[], since: Date, now: Date): Promise<Map<string, number>> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('require', 0))`)
  await db.run(sql`delete from require_attempts where at <= ${since}`)
  await db.run(
    sql`insert into require_attempts (key, at) select key, ${now}::timestamptz from unnest(${keys}::text[]) as k (key)`,
  )
  const rows = await db.rows<{ key: string; count: number }>(
    sql`select key, count(*) as count from require_attempts where key = any(${keys}::text[]) group by key`,
  )
  return new Map(rows.map((row) => [row.key, row.count]))
}

/** Locks the customer's demands, so that the limit holds for demands posted at the same time. */
export async function countOpenOf(db: Db, customerId: number): Promise<number> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('demands', ${customerId}))`)
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from demands where customer_id = ${customerId} and stage = 'open'`,
  )
  return count
}

export function demandById(db: Db, id: number): Promise<DemandRow | undefined> {
  return db.row(sql`select ${demandColumns} from demands where id = ${id}`)
}

export function demandOfCustomer(db: Db, customerId: number, id: number): Promise<DemandRow | undefined> {
  return db.row(sql`select ${demandColumns} from demands where id = ${id} and customer_id = ${customerId}`)
}

export function demandsOfCustomer(
  db: Db,
  customerId: number,
  limit: number,
  offset: number,
): Promise<(DemandRow & { total: number })[]> {
  return db.rows(sql`
    select ${demandColumns}, count(*) over () as total from demands where customer_id = ${customerId} order by id desc limit ${limit} offset ${offset}`)
}

/** 0 when the offer is not accepted, or is ordered already. Waits for an order that is being placed with it. */
export function holdAccepted(db: Db, customerId: number, id: number): Promise<number> {
  return db.run(sql`
    update demands set accepted_at = accepted_at where id = ${id} and customer_id = ${customerId} and stage = 'accepted' and order_no is null`)
}

export function setOrder(db: Db, ids: number[], orderNo: string): Promise<number> {
  return db.run(
    sql`update demands set order_no = ${orderNo} where id = any(${ids}::bigint[]) and stage = 'accepted' and order_no is null`,
  )
}

/** What a transition writes beside the stage. */
export const changes = {
  answered: (answer: StoredAnswer, staffId: number, at: Date, validUntil: Date) => [
    sql`answer = ${json(answer)}::jsonb`,
    sql`answered_by = ${staffId}`,
    sql`answered_at = ${at}`,
    sql`valid_until = ${validUntil}`,
  ],
  accepted: (at: Date) => [sql`accepted_at = ${at}`],
  closed: (reason: string) => [sql`close_reason = ${reason}`],
}

export const owner = (customerId: number) => sql`customer_id = ${customerId}`
export const stillValid = (now: Date) => sql`valid_until > ${now}`
export const ofKind = (kind: DemandKind) => sql`kind = ${kind}`

/** What the offers of an order promised, in the order of their demands. */
export function answersOfOrder(db: Db, orderNo: string): Promise<{ answer: StoredAnswer }[]> {
  return db.rows(sql`select answer from demands where order_no = ${orderNo} and answer is not null order by id`)
}
