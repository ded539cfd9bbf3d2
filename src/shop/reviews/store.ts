import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ReviewStage } from './rules.ts'
import { IMAGE_ID } from '../media/image-use-rules.ts'

export interface NewReview {
  customerId: number
  projectId: number
  lineId: number
  orderNo: string
  stars: number
  tags: string[]
  words: string
  shownName: string
  company: string
}

export interface Review extends NewReview {
  id: number
  stage: ReviewStage
  version: number
  fileIds: number[]
  images: string[]
  reply: string
  reason: string
  publishedAt: Date | null
  createdAt: Date
}

const columns = sql`id, customer_id, project_id, line_id, order_no, stage, version, stars, to_jsonb(tags) as tags, words, shown_name, company,
  to_jsonb(file_ids) as file_ids, to_jsonb(images) as images, reply, reason, published_at, created_at`

/** Undefined when this line was evaluated before. */
export function insertReview(db: Db, row: NewReview, now: Date): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into reviews (customer_id, project_id, line_id, order_no, stage, stars, tags, words, shown_name, company, created_at)
    values (${row.customerId}, ${row.projectId}, ${row.lineId}, ${row.orderNo}, 'pending', ${row.stars}, ${row.tags}::text[], ${row.words},
      ${row.shownName}, ${row.company}, ${now})
    on conflict (line_id) do nothing returning id`)
}

export async function keepFiles(db: Db, id: number, fileIds: number[]): Promise<void> {
  await db.run(sql`update reviews set file_ids = ${fileIds}::bigint[] where id = ${id}`)
}

export async function keepImages(db: Db, id: number, images: string[]): Promise<void> {
  await db.run(sql`update reviews set images = ${images}::text[] where id = ${id}`)
}

export function reviewById(db: Db, id: number): Promise<Review | undefined> {
  return db.row(sql`select ${columns} from reviews where id = ${id}`)
}

/** In the order of the ids. */
export function reviewsByIds(db: Db, ids: number[]): Promise<Review[]> {
  return db.rows(sql`
    select ${columns} from reviews where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function reviewsOfLines(db: Db, customerId: number, lineIds: number[]): Promise<Review[]> {
  return db.rows(sql`
    select ${columns} from reviews where customer_id = ${customerId} and line_id = any(${lineIds}::bigint[])`)
}

export function publishedOf(
  db: Db,
  projectId: number,
  size: number,
  offset: number,
): Promise<(Review & { total: number })[]> {
  return db.rows(sql`
    select ${columns}, count(*) over () as total from reviews where project_id = ${projectId} and stage = 'published'
    order by published_at desc, id desc limit ${size} offset ${offset}`)
}

export function ratingOf(db: Db, projectId: number): Promise<{ reviewCount: number; starSum: number }> {
  return db.one(sql`
    select count(*) as review_count, coalesce(sum(stars), 0)::bigint as star_sum from reviews
    where project_id = ${projectId} and stage = 'published'`)
}

/** The replied evaluation; undefined when there is none. */
export function putReply(
  db: Db,
  id: number,
  reply: string,
  now: Date,
): Promise<{ customerId: number; projectId: number; stage: ReviewStage } | undefined> {
  return db.row(sql`
    update reviews set reply = ${reply}, replied_at = ${now} where id = ${id} returning customer_id, project_id, stage`)
}

/** Evaluations that show a picture of the library. */
export function reviewsWithImage(db: Db, img: string): Promise<{ id: number; orderNo: string }[]> {
  return db.rows(sql`
    select id, order_no from reviews where exists (select 1 from unnest(images) as each (img) where img like ${img}) order by id`)
}

/** Ids of all pictures that evaluations show. */
export async function reviewPictures(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct found[1] as id from reviews, unnest(images) as each (img), regexp_matches(each.img, ${IMAGE_ID}) as found`)
  return rows.map(({ id }) => id)
}

export function replaceReviewPicture(db: Db, from: string, to: string): Promise<number> {
  return db.run(
    sql`update reviews set images = array_replace(images, ${from}, ${to}) where images @> array[${from}]::text[]`,
  )
}

/** What other slices know of a typed text. */
export interface Related {
  customers: (typed: string) => Promise<number[]>
  projects: (typed: string) => Promise<number[]>
}

export function reviewSource(related: Related): IndexSource {
  const ofCustomers = async (typed: string): Promise<Sql> =>
    sql`customer_id = any(${await related.customers(typed)}::bigint[])`
  const ofProjects = async (typed: string): Promise<Sql> =>
    sql`project_id = any(${await related.projects(typed)}::bigint[])`
  return {
    from: sql`from reviews`,
    key: sql`id`,
    columns: {
      project: { match: ofProjects },
      stars: { sql: sql`stars::bigint` },
      words: { sql: sql`words` },
      customer: { match: ofCustomers },
      order: { sql: sql`order_no` },
      created: { sql: sql`created_at` },
      reply: { sql: sql`reply` },
      stage: { sql: sql`stage` },
    },
    search: async (typed) => sql`(${contains(sql`order_no || ' ' || words`, typed)} or ${await ofCustomers(typed)})`,
  }
}

/** What a transition writes beside the stage. */
export const changes = {
  published: (now: Date): Sql[] => [sql`published_at = coalesce(published_at, ${now})`, sql`reason = ''`],
  hidden: (reason: string): Sql[] => [sql`reason = ${reason}`],
}
