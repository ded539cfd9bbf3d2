import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { RowFault, RowState } from './rules.ts'

export interface ImportRow {
  rowNo: number
  cells: Record<string, string>
  state: RowState
  faults: RowFault[]
  note: string
  made: unknown
}

const columns = sql`row_no, cells, state, faults, note, made`

export type NewRow = Pick<ImportRow, 'rowNo' | 'cells' | 'faults'>

/** A row that is faulty already needs no other check. A second reading after a crash finds its rows. */
export async function insertRows(db: Db, runId: number, rows: readonly NewRow[]): Promise<void> {
  const records = rows.map(({ rowNo, cells, faults }) => ({ row_no: rowNo, cells, faults }))
  await db.run(sql`
    insert into import_rows (run_id, row_no, cells, faults, state)
    select ${runId}, row_no, cells, faults, case when faults = '[]'::jsonb then 'waiting' else 'faulty' end
    from jsonb_to_recordset(${json(records)}::jsonb) as r (row_no integer, cells jsonb, faults jsonb)
    on conflict (run_id, row_no) do nothing`)
}

export function deleteRows(db: Db, runId: number, most: number): Promise<number> {
  return db.run(sql`
    delete from import_rows where run_id = ${runId}
      and row_no in (select row_no from import_rows where run_id = ${runId} limit ${most})`)
}

/**
 * In the order of the file, whatever their states: a later row may correct an earlier one, and they are taken back in the opposite order. The states
 * are read one at a time, so that the index on states leads to their rows however many are done already.
 */
export async function nextRows(db: Db, runId: number, states: readonly RowState[], most: number): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (const state of states)
    rows.push(
      ...(await db.rows<ImportRow>(sql`
        select ${columns} from import_rows where run_id = ${runId} and state = ${state} order by row_no limit ${most}`)),
    )
  return rows.toSorted((a, b) => a.rowNo - b.rowNo).slice(0, most)
}

/** In the order in which they were written, backwards: a later row may rest on an earlier one. Without those on which another transaction works. */
export function lastRows(db: Db, runId: number, state: RowState, most: number): Promise<ImportRow[]> {
  return db.rows(sql`
    select ${columns} from import_rows where run_id = ${runId} and state = ${state} order by row_no desc limit ${most}
    for update skip locked`)
}

export interface RowOutcome {
  rowNo: number
  state: RowState
  faults?: RowFault[]
  note?: string
  rowKey?: string
  made?: unknown
  customerId?: number | undefined
}

export async function markRows(db: Db, runId: number, outcomes: readonly RowOutcome[]): Promise<void> {
  const records = outcomes.map(({ rowNo, state, faults, note, rowKey, made, customerId }) => ({
    row_no: rowNo,
    state,
    faults: faults ?? null,
    note: note ?? null,
    row_key: rowKey ?? null,
    made: made ?? null,
    customer_id: customerId ?? null,
  }))
  await db.run(sql`
    update import_rows r set state = o.state, faults = coalesce(o.faults, r.faults), note = coalesce(o.note, r.note),
      row_key = coalesce(o.row_key, r.row_key), made = coalesce(o.made, r.made), customer_id = coalesce(o.customer_id, r.customer_id)
    from jsonb_to_recordset(${json(records)}::jsonb)
      as o (row_no integer, state text, faults jsonb, note text, row_key text, made jsonb, customer_id bigint)
    where r.run_id = ${runId} and r.row_no = o.row_no`)
}

export interface Repeated {
  rowKey: string
  /** The first places. */
  places: number[]
  count: number
}

/** Keys that stand in several rows. */
export function repeatedKeys(db: Db, runId: number): Promise<Repeated[]> {
  return db.rows(sql`
    select row_key, (array_agg(row_no order by row_no))[1:5] as places, count(*) as count from import_rows
    where run_id = ${runId} and row_key <> '' group by row_key having count(*) > 1`)
}

/** Makes all rows of these keys faulty. A join would have the database compare every row with every key. */
export async function markRepeated(
  db: Db,
  runId: number,
  repeated: readonly { rowKey: string; reason: string }[],
): Promise<void> {
  const reasons = Object.fromEntries(repeated.map(({ rowKey, reason }) => [rowKey, reason]))
  await db.run(sql`
    update import_rows set state = 'faulty',
      faults = faults || jsonb_build_array(jsonb_build_object('column', '', 'reason', ${json(reasons)}::jsonb ->> row_key))
    where run_id = ${runId} and row_key = any(${Object.keys(reasons)}::text[]) and state in ('new', 'changed', 'unchanged')`)
}

export function rowsInState(
  db: Db,
  runId: number,
  state: RowState,
  { page, size }: { page: number; size: number },
): Promise<ImportRow[]> {
  return db.rows(sql`
    select ${columns} from import_rows where run_id = ${runId} and state = ${state}
    order by row_no limit ${size} offset ${(page - 1) * size}`)
}

export async function countState(db: Db, runId: number, state: RowState): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from import_rows where run_id = ${runId} and state = ${state}`,
  )
  return count
}

/** After a row, for a file that is written in parts. */
export function rowsAfter(db: Db, runId: number, state: RowState, after: number, most: number): Promise<ImportRow[]> {
  return db.rows(sql`
    select ${columns} from import_rows where run_id = ${runId} and state = ${state} and row_no > ${after}
    order by row_no limit ${most}`)
}

// What rows write is kept or taken back together, inside the transaction of their part.

export async function beginRows(db: Db): Promise<void> {
  await db.run(sql`savepoint import_rows`)
}

export async function keepRows(db: Db): Promise<void> {
  await db.run(sql`release savepoint import_rows`)
}

export async function takeRowsBack(db: Db): Promise<void> {
  await db.run(sql`rollback to savepoint import_rows`)
  await db.run(sql`release savepoint import_rows`)
}
