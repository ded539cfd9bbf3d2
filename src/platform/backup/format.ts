import { z } from 'zod'

// A backup is one tar file: `manifest.json`, the rows of every table in parts, the files in parts, and `complete.json` as the last
// entry. Every entry carries its SHA-256 as the comment of its PAX header, so that damage is found where it is and can be named (decision 0094).

export const FORMAT = 1

/** Bytes of rows or of a file in one entry. A part is held in memory, whatever the size of the installation. */
export const PART_BYTES = 8 * 1024 * 1024

export const MANIFEST = 'manifest.json'
export const COMPLETE = 'complete.json'

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  /** Partitions that may not come from a migration, with their bounds as PostgreSQL writes them. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })).default([]),
})

export const manifestSchema = z.object({
  product: z.literal('mingxi'),
  format: z.number().int(),
  version: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  /** When the rows were read. */
  takenAt: z.iso.datetime(),
  withFiles: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), appliedAt: z.iso.datetime() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})
export type Manifest = z.output<typeof manifestSchema>
export type BackupTable = Manifest['tables'][number]

export const completeSchema = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  fileBytes: z.number().int(),
  /** Files that rows name and the store did not have, and those whose bytes were not the ones that were stored once: the first hundred of each. */
  missing: z.number().int(),
  missingKeys: z.array(z.string()),
  changed: z.number().int(),
  changedKeys: z.array(z.string()),
  /** Number of entries before this one, and the SHA-256 over their names and checksums. */
  entries: z.number().int(),
  chain: z.string(),
})
export type Complete = z.output<typeof completeSchema>

/** Something an operator can understand and correct; the text is Chinese and names what is wrong. */
export class BackupFault extends Error {}

export interface Progress {
  stage: 'rows' | 'files'
  rows: number
  files: number
  /** Bytes of rows and files so far, before compression. */
  bytes: number
}

export type OnProgress = (progress: Progress) => void

export function totalRows(complete: Complete): number {
  return Object.values(complete.rows).reduce((total, rows) => total + rows, 0)
}
