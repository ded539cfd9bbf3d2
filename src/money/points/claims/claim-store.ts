import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { ClaimStage } from './claim-rules.ts'
import type { CustomersLike } from '../goods/goods-store.ts'

export interface ClaimFields {
  doi: string
  title: string
  journal: string
  project: string
  words: string
  company: string
  publishedOn: string
  link: string
  fileId: number | null
  consent: boolean
}

export interface ClaimRow extends ClaimFields {
  id: number
  customerId: number
  stage: ClaimStage
  version: number
  points: number | null
  acknowledgementId: number | null
  reason: string
  decidedBy: number | null
  decidedAt: Date | null
  createdAt: Date
}

const columns = sql`id, customer_id, stage, version, doi, title, journal, project, words, company, published_on, link, file_id, consent, points,
  acknowledgement_id, reason, decided_by, decided_at, created_at`

/** Undefined when the paper is claimed already. */
export function insertClaim(
  db: Db,
  customerId: number,
  row: ClaimFields,
  now: Date,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into point_claims (customer_id, stage, doi, title, journal, project, words, company, published_on, link, consent, created_at)
    values (${customerId}, 'pending', ${row.doi}, ${row.title}, ${row.journal}, ${row.project}, ${row.words}, ${row.company}, ${row.publishedOn},
      ${row.link}, ${row.consent}, ${now})
    on conflict (doi) where stage in ('pending', 'approved') do nothing returning id`)
}

export async function keepClaimFile(db: Db, id: number, fileId: number): Promise<void> {
  await db.run(sql`update point_claims set file_id = ${fileId} where id = ${id}`)
}

export async function countOpenClaims(db: Db, customerId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from point_claims where customer_id = ${customerId} and stage = 'pending'`,
  )
  return count
}

export function claimById(db: Db, id: number): Promise<ClaimRow | undefined> {
  return db.row(sql`select ${columns} from point_claims where id = ${id}`)
}

export function claimOfCustomer(db: Db, id: number, customerId: number): Promise<ClaimRow | undefined> {
  return db.row(sql`select ${columns} from point_claims where id = ${id} and customer_id = ${customerId}`)
}

export function claimsPage(
  db: Db,
  customerId: number,
  size: number,
  offset: number,
): Promise<(ClaimRow & { claimable: boolean; total: number })[]> {
  return db.rows(sql`
    select ${columns}, count(*) over () as total,
      not exists (select from point_claims o where o.doi = point_claims.doi and o.stage in ('pending', 'approved')) as claimable
    from point_claims where customer_id = ${customerId} order by id desc limit ${size} offset ${offset}`)
}

/** In the order of the ids. */
export function claimsByIds(db: Db, ids: number[]): Promise<ClaimRow[]> {
  return db.rows(sql`
    select ${columns} from point_claims where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function claimSource(customers: CustomersLike): IndexSource {
  const ofCustomers = async (typed: string): Promise<Sql> => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from point_claims`,
    key: sql`id`,
    columns: {
      doi: { sql: sql`doi` },
      customer: { match: ofCustomers },
      title: { sql: sql`title` },
      journal: { sql: sql`journal` },
      company: { sql: sql`company` },
      published: { sql: sql`published_on` },
      points: { sql: sql`points::bigint`, nullable: true },
      created: { sql: sql`created_at` },
      consent: { sql: sql`case when consent then 'yes' else 'no' end` },
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`doi || ' ' || title || ' ' || journal || ' ' || company`, typed)} or ${await ofCustomers(typed)})`,
  }
}

/** What a transition writes beside the stage. */
export const claimChanges = {
  approved: (points: number, acknowledgementId: number | null, by: number, now: Date): Sql[] => [
    sql`points = ${points}`,
    sql`acknowledgement_id = ${acknowledgementId}`,
    sql`decided_by = ${by}`,
    sql`decided_at = ${now}`,
  ],
  rejected: (reason: string, by: number, now: Date): Sql[] => [
    sql`reason = ${reason}`,
    sql`decided_by = ${by}`,
    sql`decided_at = ${now}`,
  ],
  revoked: (reason: string, by: number, now: Date): Sql[] => [
    sql`points = 0`,
    ...claimChanges.rejected(reason, by, now),
  ],
}
