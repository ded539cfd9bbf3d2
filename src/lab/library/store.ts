import type { Db } from '../../platform/db/db.ts'
import { joined, type Sql, sql } from '../../platform/db/sql.ts'
import { containsTyped, hasTyped } from '../../platform/db/typed-words.ts'
import type { CurveSort } from './rules.ts'

/**
 * Whose curves: those of a customer, or in the name of a group those that it pays, and those of orders that others share with the account. This
 * only finds rows by an index; `readable` is the right of the file itself and decides.
 */
export interface Reader {
  accountId: number
  asPayer: boolean
  sharedOrderIds: readonly number[]
  readable: (fileId: Sql) => Sql
}

export interface CurveFilter {
  kw: string
  /** More curves than a search counts have the text: they are met soon in the order of the list, which reading all of them by the text is not. */
  common?: boolean
  /** All of them, or exactly them. */
  elements: readonly string[]
  exactly: boolean
  without: readonly string[]
  /** Of one spelling; empty: any. */
  formula: string
  share: { element: string; from: number; to: number } | null
  method: string
  project: string
  tag: string
  from: Date | null
  to: Date | null
}

export interface CurveRow {
  id: number
  fileId: number
  series: number
  orderId: number
  fileName: string
  orderNo: string
  sampleNo: string
  sampleName: string
  ownNo: string
  composition: string
  elements: string[]
  project: string
  method: string
  label: string
  xLabel: string
  yLabel: string
  reversed: boolean
  xFrom: number
  xTo: number
  points: number
  measuredAt: Date
  line: string
  tags: string[]
  noteCount: number
}

const columnsFor = (
  accountId: number,
) => sql`c.id, c.file_id, c.series, c.order_id, c.file_name, c.order_no, c.sample_no, c.sample_name, c.own_no,
  c.composition, c.elements, c.project, c.method, c.label, c.x_label, c.y_label, c.reversed, c.x_from, c.x_to, c.points, c.measured_at,
  coalesce((select d.line from library_drawings d where d.curve_id = c.id), '') as line,
  array(select t.tag from library_tags t where t.curve_id = c.id and t.account_id = ${accountId} order by t.tag) as tags,
  (select count(*) from library_notes n where n.curve_id = c.id and n.account_id = ${accountId}) as note_count`

const orders: Readonly<Record<CurveSort, Sql>> = {
  '-measured': sql`c.measured_at desc, c.id desc`,
  measured: sql`c.measured_at, c.id`,
  sample: sql`c.sample_name, c.id`,
}

/** The ids of one page; order and conditions come from the indexes, and only the rows of the page are read in full. */
export async function findCurves(
  db: Db,
  reader: Reader,
  filter: CurveFilter,
  page: { sort: CurveSort; limit: number; offset: number },
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select c.id from library_curves c where ${matching(reader, filter)} order by ${orders[page.sort]}
    limit ${page.limit} offset ${page.offset}`)
  return rows.map(({ id }) => id)
}

/** Counts up to `most`. */
export async function countCurves(db: Db, reader: Reader, filter: CurveFilter, most: number): Promise<number> {
  // Without an order the database may read the table from its start, where rows of others lie, as it expects to meet enough of
  // the reader's own soon. Asked for one, it walks the reader's rows in an index.
  const order = hasOwnIndex(filter) ? sql`` : sql`order by ${orders['-measured']}`
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (
      select from library_curves c where ${matching(reader, filter)} ${order} limit ${most}) counted`)
  return total
}

/** Whether the text or single elements are searched: their indexes find few rows among many, but in no order. */
function hasOwnIndex({ kw, elements, exactly, share }: CurveFilter): boolean {
  return kw !== '' || share !== null || (elements.length > 0 && !exactly)
}

/** Those of the curves that the account reads, in the order of the ids. */
export async function curvesByIds(db: Db, reader: Reader, ids: readonly number[]): Promise<CurveRow[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<CurveRow>(sql`
    select ${columnsFor(reader.accountId)} from library_curves c
    where c.id = any(${[...ids]}::bigint[]) and ${readBy(reader)}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function readBy({ accountId, asPayer, sharedOrderIds, readable }: Reader): Sql {
  const own = asPayer ? sql`c.payer_id = ${accountId}` : sql`c.customer_id = ${accountId}`
  const found = sharedOrderIds.length === 0 ? own : sql`(${own} or c.order_id = any(${[...sharedOrderIds]}::bigint[]))`
  return sql`c.gone_at is null and ${found} and ${readable(sql`c.file_id`)}`
}

function matching(reader: Reader, f: CurveFilter): Sql {
  const elements = sql`${[...f.elements]}::text[]`
  const conditions = [
    readBy(reader),
    ...(f.kw ? [f.common ? hasTyped(sql`c.words`, f.kw) : containsTyped(sql`c.words`, f.kw)] : []),
    // Stored and asked in the same order.
    ...(f.elements.length > 0 ? [f.exactly ? sql`c.elements = ${elements}` : sql`c.elements @> ${elements}`] : []),
    // A curve whose composition is no formula is not known to be without an element.
    ...(f.without.length > 0 ? [sql`c.elements <> '{}' and not c.elements && ${[...f.without]}::text[]`] : []),
    ...(f.formula ? [sql`c.formula = ${f.formula} and c.formula <> ''`] : []),
    ...(f.share ? [shareWithin(f.share)] : []),
    ...(f.method ? [sql`c.method = ${f.method}`] : []),
    ...(f.project ? [sql`c.project = ${f.project}`] : []),
    ...(f.tag
      ? [sql`c.id in (select curve_id from library_tags where account_id = ${reader.accountId} and tag = ${f.tag})`]
      : []),
    ...(f.from ? [sql`c.measured_at >= ${f.from}`] : []),
    ...(f.to ? [sql`c.measured_at < ${f.to}`] : []),
  ]
  return joined(conditions, ' and ')
}

/** Whether some value of the range that the formula allows lies between the two. */
function shareWithin({ element, from, to }: { element: string; from: number; to: number }): Sql {
  return sql`c.elements @> ${[element]}::text[] and (c.shares -> ${element} ->> 1)::float8 >= ${from}
    and (c.shares -> ${element} ->> 0)::float8 <= ${to}`
}

/** What occurs among the curves that the account reads, at most `most` values. Skips from value to value in the index, however many rows there are. */
export async function valuesOf(db: Db, reader: Reader, column: 'method' | 'project', most: number): Promise<string[]> {
  const value = column === 'method' ? sql`c.method` : sql`c.project`
  const least = (more: Sql) => sql`
    (select ${value} as value from library_curves c where ${readBy(reader)} and ${more} order by ${value} limit 1)`
  const rows = await db.rows<{ value: string }>(sql`
    with recursive found as (
      ${least(sql`${value} <> ''`)}
      union all
      select (${least(sql`${value} > found.value`)}) from found where found.value is not null
    ) select value from found where value is not null limit ${most}`)
  return rows.map((row) => row.value)
}

export async function tagsOf(db: Db, accountId: number, most: number): Promise<string[]> {
  const rows = await db.rows<{ tag: string }>(
    sql`select distinct tag from library_tags where account_id = ${accountId} order by tag limit ${most}`,
  )
  return rows.map(({ tag }) => tag)
}

export async function addTag(db: Db, accountId: number, tag: string, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    insert into library_tags (account_id, tag, curve_id) select ${accountId}, ${tag}, id from unnest(${[...ids]}::bigint[]) as c (id)
    on conflict do nothing`)
}

export async function dropTag(db: Db, accountId: number, tag: string, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    delete from library_tags where account_id = ${accountId} and tag = ${tag} and curve_id = any(${[...ids]}::bigint[])`)
}

export interface NoteRow {
  id: number
  curveId: number
  authorId: number | null
  atX: number | null
  body: string
  createdAt: Date
}

const noteColumns = sql`id, curve_id, author_id, at_x, body, created_at`

export function notesOf(db: Db, accountId: number, curveIds: readonly number[]): Promise<NoteRow[]> {
  return db.rows(sql`
    select ${noteColumns} from library_notes where account_id = ${accountId} and curve_id = any(${[...curveIds]}::bigint[])
    order by curve_id, at_x nulls first, id`)
}

export function insertNote(db: Db, accountId: number, row: Omit<NoteRow, 'id'>): Promise<NoteRow> {
  return db.one(sql`
    insert into library_notes (account_id, curve_id, author_id, at_x, body, created_at)
    values (${accountId}, ${row.curveId}, ${row.authorId}, ${row.atX}::double precision, ${row.body}, ${row.createdAt})
    returning ${noteColumns}`)
}

export function deleteNote(db: Db, accountId: number, id: number): Promise<number> {
  return db.run(sql`delete from library_notes where id = ${id} and account_id = ${accountId}`)
}
