import type { Db } from '../../platform/db/db.ts'
import { type IndexSource, contains } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ImportStage } from './rules.ts'

export interface RunRow {
  id: number
  kind: string
  kindLabel: string
  staffId: number
  fileName: string
  fileId: number | null
  stage: ImportStage
  version: number
  total: number | null
  done: number
  newRows: number
  changedRows: number
  unchangedRows: number
  faultyRows: number
  writtenRows: number
  refusedRows: number
  undoneRows: number
  keptRows: number
  ignored: string
  failure: string
  actedBy: number | null
  createdAt: Date
  rowsDroppedAt: Date | null
}

const columns = sql`id, kind, kind_label, staff_id, file_name, file_id, stage, version, total, done, new_rows, changed_rows, unchanged_rows,
  faulty_rows, written_rows, refused_rows, undone_rows, kept_rows, ignored, failure, acted_by, created_at, rows_dropped_at`

export function insertRun(
  db: Db,
  run: Pick<RunRow, 'kind' | 'kindLabel' | 'staffId' | 'fileName' | 'fileId'>,
  now: Date,
): Promise<{ id: number }> {
  return db.one(sql`
    insert into import_runs (kind, kind_label, staff_id, file_name, file_id, stage, acted_by, created_at)
    values (${run.kind}, ${run.kindLabel}, ${run.staffId}, ${run.fileName}, ${run.fileId}, 'checking', ${run.staffId}, ${now}) returning id`)
}

export async function nameFile(db: Db, id: number, fileId: number | null): Promise<void> {
  await db.run(sql`update import_runs set file_id = ${fileId}::bigint where id = ${id}`)
}

export function runById(db: Db, id: number): Promise<RunRow | undefined> {
  return db.row(sql`select ${columns} from import_runs where id = ${id}`)
}

/** Two workers, or a worker and a person who stops it, take turns. */
export function lockRun(db: Db, id: number): Promise<RunRow | undefined> {
  return db.row(sql`select ${columns} from import_runs where id = ${id} for update`)
}

/** Several may work on the rows of the run, each on rows that it locks; who changes its stage waits for them. */
export function shareRun(db: Db, id: number): Promise<RunRow | undefined> {
  return db.row(sql`select ${columns} from import_runs where id = ${id} for key share`)
}

export async function busyRunsOf(db: Db, staffId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from import_runs
    where staff_id = ${staffId} and stage in ('checking', 'committing', 'undoing')`)
  return count
}

export async function noteTotal(db: Db, id: number, total: number, ignored: string): Promise<void> {
  await db.run(
    sql`update import_runs set total = ${total}, ignored = ${ignored}, done = 0, file_id = null where id = ${id}`,
  )
}

export async function noteRead(db: Db, id: number, done: number): Promise<void> {
  await db.run(sql`update import_runs set done = ${done} where id = ${id}`)
}

/** Rows done in this step, by what became of them. */
export async function noteDone(
  db: Db,
  id: number,
  rows: { done: number; written?: number; refused?: number; undone?: number; kept?: number },
): Promise<void> {
  const { done, written = 0, refused = 0, undone = 0, kept = 0 } = rows
  await db.run(sql`
    update import_runs set done = done + ${done}, written_rows = written_rows + ${written} - ${undone} - ${kept},
      refused_rows = refused_rows + ${refused}, undone_rows = undone_rows + ${undone}, kept_rows = kept_rows + ${kept}
    where id = ${id}`)
}

/** Columns that a transition writes beside the stage. */
export const beginStep = (staffId: number): Sql[] => [sql`done = 0`, sql`failure = ''`, sql`acted_by = ${staffId}`]
export const reasonOfEnd = (failure: string): Sql => sql`failure = ${failure}`
export const checkedColumns = (now: Date): Sql[] => [
  sql`checked_at = ${now}`,
  ...(['new', 'changed', 'unchanged', 'faulty'] as const).map(countedColumn),
]
export const committedColumn = (now: Date): Sql => sql`committed_at = ${now}`
export const undoneColumn = (now: Date): Sql => sql`undone_at = ${now}`

function countedColumn(state: 'new' | 'changed' | 'unchanged' | 'faulty'): Sql {
  const count = sql`(select count(*) from import_rows r where r.run_id = import_runs.id and r.state = ${state})`
  if (state === 'new') return sql`new_rows = ${count}`
  if (state === 'changed') return sql`changed_rows = ${count}`
  return state === 'unchanged' ? sql`unchanged_rows = ${count}` : sql`faulty_rows = ${count}`
}

/** Runs of the kinds that a role may import. */
export function runSource(kinds: readonly string[], staffNamed: (typed: string) => Promise<number[]>): IndexSource {
  return {
    from: sql`from import_runs`,
    key: sql`id`,
    where: sql`kind = any(${[...kinds]}::text[])`,
    columns: {
      no: { sql: sql`id` },
      kind: { match: (typed) => contains(sql`kind_label`, typed) },
      file: { match: (typed) => contains(sql`file_name`, typed) },
      staff: { match: async (typed) => sql`staff_id = any(${await staffNamed(typed)}::bigint[])` },
      stage: { sql: sql`stage` },
      total: { sql: sql`total::bigint`, nullable: true },
      faulty: { sql: sql`faulty_rows::bigint` },
      written: { sql: sql`written_rows::bigint` },
      created: { sql: sql`created_at` },
    },
    search: (typed) => contains(sql`(kind_label || ' ' || file_name)`, typed),
  }
}

/** In the order of the ids. */
export function runsInPlaces(db: Db, ids: number[]): Promise<RunRow[]> {
  return db.rows(sql`
    select ${columns} from import_runs where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

/** Runs whose rows are old enough to be dropped, except while a job works on them. */
export function oldRuns(db: Db, before: Date, most: number): Promise<{ id: number }[]> {
  return db.rows(sql`
    select id from import_runs where created_at < ${before} and rows_dropped_at is null
      and stage not in ('checking', 'committing', 'undoing') order by created_at limit ${most}`)
}

export async function noteRowsDropped(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update import_runs set rows_dropped_at = ${now} where id = ${id}`)
}
