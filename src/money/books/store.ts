import type { Checked } from '../../platform/book-check.ts'
import type { Db } from '../../platform/db/db.ts'
import type { IndexSource } from '../../platform/db/index-query.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { Figure, RunMaker } from './rules.ts'

export interface RunRow {
  id: number
  madeBy: RunMaker
  staffId: number | null
  startedAt: Date
  ms: number
  found: number
  results: Checked[]
}

const runColumns = sql`id, made_by, staff_id, started_at, ms, found, results`

export function insertRun(db: Db, row: Omit<RunRow, 'id'>): Promise<RunRow> {
  return db.one(sql`
    insert into book_runs (made_by, staff_id, started_at, ms, found, results)
    values (${row.madeBy}, ${row.staffId}, ${row.startedAt}, ${row.ms}, ${row.found}, ${json(row.results)}::jsonb) returning ${runColumns}`)
}

export function runsPage(db: Db, size: number, offset: number): Promise<Omit<RunRow, 'results'>[]> {
  return db.rows(sql`
    select id, made_by, staff_id, started_at, ms, found from book_runs order by id desc limit ${size} offset ${offset}`)
}

export async function countRuns(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from book_runs`)).count
}

/** The latest run when no id is given. */
export function runById(db: Db, id: number | null): Promise<RunRow | undefined> {
  return db.row(sql`
    select ${runColumns} from book_runs where ${id}::bigint is null or id = ${id}::bigint order by id desc limit 1`)
}

/** Closing is done by one person at a time. */
export async function lockClosing(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('day_closings', 0))`)
}

export interface Closing {
  day: string
  closedBy: number
  closedAt: Date
}

export function lastClosing(db: Db): Promise<Closing | undefined> {
  return db.row(sql`select day, closed_by, closed_at from day_closings order by day desc limit 1`)
}

export function closingOf(db: Db, day: string): Promise<Closing | undefined> {
  return db.row(sql`select day, closed_by, closed_at from day_closings where day = ${day}::date`)
}

export interface FigureRow extends Figure {
  id: number
  day: string
}

export function figuresOfDay(db: Db, day: string): Promise<FigureRow[]> {
  return db.rows(sql`
    select id, day, account, opening_fen, in_fen, out_fen, closing_fen from day_figures where day = ${day}::date order by id`)
}

export async function insertDay(
  db: Db,
  { day, closedBy, closedAt }: Closing,
  figures: readonly Figure[],
): Promise<void> {
  await db.run(
    sql`insert into day_closings (day, closed_by, closed_at) values (${day}::date, ${closedBy}, ${closedAt})`,
  )
  const rows = figures.map((f) => ({
    account: f.account,
    opening_fen: f.openingFen,
    in_fen: f.inFen,
    out_fen: f.outFen,
    closing_fen: f.closingFen,
  }))
  await db.run(sql`
    insert into day_figures (day, account, opening_fen, in_fen, out_fen, closing_fen)
    select ${day}::date, account, opening_fen, in_fen, out_fen, closing_fen
    from jsonb_to_recordset(${json(rows)}::jsonb)
      as r (account text, opening_fen bigint, in_fen bigint, out_fen bigint, closing_fen bigint)`)
}

export const figureSource: IndexSource = {
  from: sql`from (
    select f.*, c.closed_at from day_figures f join day_closings c on c.day = f.day) as figures`,
  key: sql`id`,
  columns: {
    day: { sql: sql`day` },
    account: { sql: sql`account` },
    opening: { sql: sql`opening_fen` },
    in: { sql: sql`in_fen` },
    out: { sql: sql`out_fen` },
    closing: { sql: sql`closing_fen` },
    closed: { sql: sql`closed_at` },
  },
}

export function figuresByIds(db: Db, ids: number[]): Promise<(FigureRow & { closedBy: number; closedAt: Date })[]> {
  return db.rows(sql`
    select f.id, f.day, f.account, f.opening_fen, f.in_fen, f.out_fen, f.closing_fen, c.closed_by, c.closed_at
    from day_figures f join day_closings c on c.day = f.day where f.id = any(${ids}::bigint[])`)
}
