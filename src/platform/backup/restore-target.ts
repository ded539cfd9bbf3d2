import type { BackupTable } from './format.ts'

/** An empty database that is being filled in one transaction. What was written is there after `commit`, or nothing is. */
export interface RestoreTarget {
  /** Whether tables exist. */
  isEmpty(): Promise<boolean>
  /** Statements without parameters. */
  exec(text: string): Promise<void>
  rows<T>(text: string): Promise<T[]>
  /** Loads text of COPY. */
  load(table: BackupTable, content: Buffer): Promise<void>
  commit(): Promise<void>
  /** Leaves the target as it was found; never throws. */
  abandon(): Promise<void>
}

/** Opens a target; throws a BackupFault when it cannot be used. */
export type OpenTarget = () => Promise<RestoreTarget>

export const TABLES_EXIST =
  "select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1"
