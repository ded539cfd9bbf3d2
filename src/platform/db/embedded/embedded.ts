import type { PGlite } from '@electric-sql/pglite'
import type { Db } from '../db.ts'

/** The engine behind an embedded database, for what SQL through `Db` cannot do: COPY, and a copy of the folder. */
export interface EmbeddedHandle {
  engine: PGlite
  /** Undefined in memory. */
  folder: string | undefined
}

const handles = new WeakMap<Db, EmbeddedHandle>()

export function rememberEngine(database: Db, handle: EmbeddedHandle): void {
  handles.set(database, handle)
}

/** Undefined on PostgreSQL. */
export function embeddedHandle(database: Db): EmbeddedHandle | undefined {
  return handles.get(database)
}
