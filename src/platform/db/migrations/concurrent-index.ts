import type { Database, Db } from '../db.ts'
import { sql } from '../sql.ts'

/**
 * An index of a table in use is built without stopping its writers. PostgreSQL does this outside of a transaction and leaves an invalid
 * index when it is interrupted. A migration whose first line is `-- concurrently` therefore consists of such statements only.
 */
const MARKER = /^-- concurrently\b/
const STATEMENT = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s+(\w+)\b/i

export interface IndexStatement {
  index: string
  table: string
  text: string
}

export function isConcurrent(text: string): boolean {
  return MARKER.test(text)
}

/** The statements of a migration that is marked; the check of migrations compares this with PostgreSQL's own parser. */
export function indexStatements(text: string): IndexStatement[] {
  return text
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, index, table] = STATEMENT.exec(part) ?? []
      if (!index || !table)
        throw new Error(`a migration marked "-- concurrently" may only create indexes concurrently: ${part}`)
      return { index, table, text: part }
    })
}

/** For the embedded database, which has one session and therefore nobody to wait for. */
export function asPlain(text: string): string {
  return text.replace(/\bindex\s+concurrently\b/gi, 'index')
}

/** A forgotten transaction may hold an index back for long; nobody queues behind this wait, so it may be long too. */
const SETTINGS = "set statement_timeout = 0; set lock_timeout = '5min'"
const LOOK_AGAIN_MS = 200

/**
 * Builds the index unless a valid one is there. A process that was killed leaves its statement running in the server, so a running build is
 * waited for; an invalid index is dropped and built again.
 */
export async function buildIndex(
  database: Database,
  { index, table, text }: IndexStatement,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  while (await isBeingBuilt(database, table)) await pause(LOOK_AGAIN_MS)
  const found = await database.row<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`,
  )
  if (found?.valid) return
  if (found) await dropIndex(database, index)
  try {
    await database.script(SETTINGS, text)
  } catch (error) {
    // Left behind, an invalid unique index would refuse rows. When it cannot be dropped either, the next try does it.
    await dropIndex(database, index).catch(() => {})
    throw error
  }
}

function dropIndex(database: Database, index: string): Promise<void> {
  return database.script(SETTINGS, `drop index concurrently if exists ${index}`)
}

async function isBeingBuilt(database: Database, table: string): Promise<boolean> {
  const row = await database.row(
    sql`select pid from pg_stat_progress_create_index where relid = to_regclass(${table}) and datname = current_database()`,
  )
  return row !== undefined
}

/** How far the running build is, for the operator: a share of the blocks, or whom it waits for. */
export async function buildProgress(db: Db): Promise<string> {
  const row = await db.row<{ phase: string; done: number; total: number }>(
    sql`select phase, blocks_done as done, blocks_total as total from pg_stat_progress_create_index where datname = current_database()`,
  )
  if (!row) return ''
  if (row.phase.startsWith('waiting')) return '，等待更早开始的事务结束'
  return row.total > 0 ? `，${Math.floor((100 * row.done) / row.total)}%` : ''
}
