import type { PGlite, Transaction } from '@electric-sql/pglite'
import { PART_BYTES } from './format.ts'
import {
  asMigration,
  type MigrationRow,
  MIGRATIONS,
  SEQUENCES,
  type Snapshot,
  TABLES,
  TEXT_SETTINGS,
} from './snapshot.ts'
import type { BackupTable } from './format.ts'

/**
 * Reads an embedded database in one transaction. Its one session is taken as long as this lasts, so a database that serves is copied first
 * (hot-copy.ts) and the copy is read.
 */
export function embeddedSnapshot(engine: PGlite) {
  return <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
    engine.transaction(async (tx) => {
      await tx.exec(TEXT_SETTINGS)
      return work({
        engine: 'pglite',
        migrations: (await tx.query<MigrationRow>(MIGRATIONS)).rows.map(asMigration),
        tables: (await tx.query<BackupTable>(TABLES)).rows,
        sequences: (await tx.query<{ name: string; last: string }>(SEQUENCES)).rows,
        rows: (table) => rowsByPages(tx, table),
        rowsOf: (select) => copied(tx, select),
      })
    }) as Promise<T>
}

/** COPY answers all at once here, so a table is read by ranges of its pages that hold about one part. */
async function* rowsByPages(tx: Transaction, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  const { rows: leaves } = await tx.query<{ leaf: string; pages: string; bytes: string }>(
    `select c.oid::regclass::text as leaf, pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
       pg_table_size(c.oid) as bytes
     from pg_class c where c.relkind = 'r' and coalesce(pg_partition_root(c.oid), c.oid) = $1::regclass order by c.oid`,
    [name],
  )
  for (const { leaf, pages, bytes } of leaves) {
    const step = Math.max(1, Math.floor((Number(pages) * PART_BYTES) / Math.max(1, Number(bytes))))
    for (let page = 0; page < Number(pages); page += step)
      yield* copied(
        tx,
        `select ${columns.join(', ')} from ${leaf} where ctid >= '(${page},0)'::tid and ctid < '(${page + step},0)'::tid`,
      )
  }
}

async function* copied(tx: Transaction, select: string): AsyncGenerator<Buffer> {
  const { blob } = await tx.query(`copy (${select}) to '/dev/blob'`)
  if (blob && blob.size > 0) yield Buffer.from(await blob.arrayBuffer())
}
