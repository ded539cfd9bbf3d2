import { importDetail } from '../../../../src/core/imports/contract.ts'
import type { Database } from '../../../../src/platform/db/db.ts'
import { sql } from '../../../../src/platform/db/sql.ts'
import { addDays } from '../../../../src/platform/time.ts'
import { demoPhones } from '../../../../src/people/customers/rules.ts'
import type { Person, StaffName } from '../../base.ts'
import type { World } from '../../world.ts'
import { accountsFault, accountsOf } from './accounts.ts'
import { addresses } from './addresses.ts'
import { customers } from './customers.ts'
import type { Account, Cells, Facts, RowState, Table } from './tables.ts'
import { incomingWaybills, returnWaybills } from './waybills.ts'

export const tables = { customers, addresses, incomingWaybills, returnWaybills } as const
export type TableName = keyof typeof tables

export interface Row {
  rowNo: number
  cells: Cells
  state: RowState
  made?: unknown
}

export type Step = 'check' | 'write' | 'undo'

export interface Run {
  id: number
  table: TableName
  by: StaffName
  at: Date
  stage: 'checking' | 'ready' | 'failed' | 'cancelled' | 'committing' | 'stopped' | 'committed' | 'undoing' | 'undone'
  rows: Row[]
  /** What the check found, which later steps do not change. */
  checked: Record<'new' | 'changed' | 'unchanged' | 'faulty', number>
  writes: number
}

/** The imports that staff ordered, and the accounts as they must be after them. */
export class ImportBook {
  readonly runs = new Map<number, Run>()
  /** Of the demo, whose customers never close them, and of imported customers. */
  accounts = new Map<string, Account>()
  /** Every phone that a table named. */
  readonly named = new Set<string>()
  /** Imported customers who signed in. */
  readonly visitors = new Map<string, Person>()
  /** Names of the account managers. */
  managers: string[] = []

  async read(db: Database): Promise<void> {
    this.accounts = await accountsOf(db, demoPhones)
    const managers = await db.rows<{ name: string }>(sql`select name from staff where role = 'manager' order by id`)
    this.managers = managers.map(({ name }) => name)
  }
}

export const rowsIn = ({ rows }: Run, ...states: RowState[]) => rows.filter(({ state }) => states.includes(state))

/** What a check must find. Of rows with one key nobody knows which is right. */
export function checkRun(run: Run, facts: Facts): void {
  const judged = run.rows.map(({ cells }) => tables[run.table].judge(cells, facts))
  const times = new Map<string, number>()
  for (const { key } of judged) times.set(key, (times.get(key) ?? 0) + 1)
  run.rows.forEach((row, place) => {
    const { state = 'faulty', key = '' } = judged[place] ?? {}
    row.state = key !== '' && (times.get(key) ?? 0) > 1 ? 'faulty' : state
    if (state in run.checked) run.checked[row.state as keyof Run['checked']] += 1
  })
}

/** Rows are written in the order of the table and taken back from the last one; of a stopped run those that `left` says are left. */
export function writeRun(run: Run, facts: Facts, isLeft: (row: Row) => boolean): void {
  const table = tables[run.table] as Table<unknown>
  for (const row of rowsIn(run, 'new', 'changed')) {
    if (isLeft(row)) continue
    row.made = table.write(row.cells, facts)
    row.state = row.made === undefined ? 'refused' : 'written'
  }
}

export function undoRun(run: Run, facts: Facts, isLeft: (row: Row) => boolean): void {
  const table = tables[run.table] as Table<unknown>
  for (const row of rowsIn(run, 'written').toReversed())
    if (!isLeft(row)) row.state = table.undo?.(row.made, facts) ? 'undone' : 'kept'
}

/** The rows as the product has them. */
export async function rowStates({ database }: World, id: number): Promise<Map<number, RowState>> {
  const rows = await database.rows<{ rowNo: number; state: RowState }>(
    sql`select row_no, state from import_rows where run_id = ${id} order by row_no`,
  )
  return new Map(rows.map(({ rowNo, state }) => [rowNo, state]))
}

/** What is wrong with the rows, the stage or the counts of a run. */
export async function runFault(world: World, run: Run): Promise<string | undefined> {
  const { app, base, now } = world
  const found = await app.call(importDetail, { id: run.id }, { as: base.staff[run.by] })
  const name = `import ${run.id} of ${run.table}`
  if (found.stage !== run.stage) return `${name} is ${found.stage} instead of ${run.stage}`
  const wanted = { ...run.checked }
  const counts = { new: found.newRows, changed: found.changedRows, unchanged: found.unchangedRows }
  for (const [state, count] of Object.entries({ ...counts, faulty: found.faultyRows }))
    if (count !== wanted[state as keyof typeof wanted])
      return `${name} counts ${count} ${state} rows instead of ${wanted[state as keyof typeof wanted]}`
  const later = { written: found.writtenRows, refused: found.refusedRows, undone: found.undoneRows }
  for (const [state, count] of Object.entries({ ...later, kept: found.keptRows }))
    if (count !== rowsIn(run, state as RowState).length)
      return `${name} counts ${count} ${state} rows instead of ${rowsIn(run, state as RowState).length}`
  const isOld = run.at < addDays(now, -30)
  if (found.rowsDropped && !isOld) return `${name} lost its rows too early`
  if (run.at < addDays(now, -33) && !found.rowsDropped) return `${name} keeps its rows`
  if (isOld || run.stage === 'cancelled' || run.stage === 'failed') return undefined
  const states = await rowStates(world, run.id)
  const isGone = (row: Row) => !states.has(row.rowNo) && isOfWhoLeft(world, row)
  const wrong = run.rows.find((row) => states.get(row.rowNo) !== row.state && !isGone(row))
  if (wrong)
    return `${name}: row ${wrong.rowNo} is ${states.get(wrong.rowNo)} instead of ${wrong.state}: ${Object.values(wrong.cells).join(',')}`
  const rows = run.rows.filter((row) => !isGone(row)).length
  return states.size === rows ? undefined : `${name} has ${states.size} rows instead of ${rows}`
}

/** The rows about a customer go with the account. */
function isOfWhoLeft({ model }: World, { cells }: Row): boolean {
  const order = model.orders.get((cells.orderNo ?? '').toUpperCase())
  return order !== undefined && model.closing.mayBeGone(order.ownerId)
}

/** Runs, their counts and what they wrote are as staff and customers know them. */
export async function importsAreRight(world: World): Promise<string | undefined> {
  for (const run of [...world.model.imports.runs.values()].slice(-12)) {
    const fault = await runFault(world, run)
    if (fault) return fault
  }
  return accountsFault(world)
}
