import type { Db } from '../db.ts'
import { onlyReads, type Sql } from '../sql.ts'

/**
 * Reads from a replica, everything else from the primary: transactions, statements that write, and every read after one of these, so that
 * a handler sees what it has written. When the replica fails, the primary answers.
 */
export function readingDb(primary: Db, replica: Db, failed: (error: unknown) => void): Db {
  let wrote = false
  const run = async <T>(statement: Sql, work: (db: Db) => Promise<T>): Promise<T> => {
    if (wrote || !onlyReads(statement.text)) {
      wrote = true
      return work(primary)
    }
    try {
      return await work(replica)
    } catch (error) {
      failed(error)
      return work(primary)
    }
  }
  return {
    rows: (statement) => run(statement, (db) => db.rows(statement)),
    row: (statement) => run(statement, (db) => db.row(statement)),
    one: (statement) => run(statement, (db) => db.one(statement)),
    run: (statement) => run(statement, (db) => db.run(statement)),
    tx: (work, how) => {
      wrote = true
      return primary.tx(work, how)
    },
    afterCommit: (work) => primary.afterCommit(work),
  }
}
