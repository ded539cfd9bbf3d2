import { type Sql, sql } from './sql.ts'

/** Rows of one table that match a search, for lists of another table that refers to it or that it refers to. */
export interface Related {
  /** A statement of the keys in the list's table, by indexes; a key may come twice. */
  found: Sql
  /** Whether one of them belongs to the row with this key. */
  here: (key: Sql) => Sql
}

/**
 * Whether the statement has a row, by looking for the rows of the one key that it compares with. For `exists` PostgreSQL may read the other
 * table whole first, which is right for all rows of a list but not for its first ones.
 */
export function hasOne(rows: Sql): Sql {
  return sql`((select true from ${rows} limit 1) is true)`
}
