import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { renderContractJob } from '../../src/lab/contracts/events.ts'
import { renderReportJob } from '../../src/lab/reports/events.ts'
import { identifier, joined, sql } from '../../src/platform/db/sql.ts'
import { shanghaiDate } from '../../src/platform/time.ts'
import { type LifeHeader, leftOut, lifeFile, WINDOW_LOG } from './tables.ts'
import type { World } from './world.ts'

/** Between two documents that the worker of a new installation renders, so that its visitors do not wait. */
const SECONDS_BETWEEN_DOCUMENTS = 5

/** Writes all rows and the files that cannot be rendered again. Answers the number of rows by table. */
export async function dump(world: World): Promise<Map<string, number>> {
  await forgetDocuments(world)
  const { db } = world.app
  const header: LifeHeader = { ends: world.until.toISOString(), lastDay: shanghaiDate(world.until) }
  const lines = [JSON.stringify(header)]
  const counts = new Map<string, number>()
  const tables = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`)
  for (const { name } of tables.filter((table) => !leftOut.has(table.name))) {
    const rows = await rowsOf(world, name)
    if (rows.length === 0) continue
    counts.set(name, rows.length)
    lines.push(JSON.stringify({ table: name, rows: rows.length }), ...rows)
  }
  lines.push(...(await storedFiles(world)))
  const bytes = zstdCompressSync(Buffer.from(`${lines.join('\n')}\n`), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
  await writeFile(lifeFile, bytes)
  return counts
}

async function rowsOf(world: World, table: string): Promise<string[]> {
  const { db } = world.app
  const generated = await db.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'ALWAYS'`)
  const keys = await db.rows<{ name: string }>(sql`
    select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary`)
  const order =
    keys.length > 0
      ? joined(
          keys.map(({ name }) => identifier(name)),
          ', ',
        )
      : sql`1`
  const rows = await db.rows<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(t) as row from ${identifier(table)} t order by ${order}`)
  return rows
    .map(({ row }) => row)
    .filter((row) => table !== 'jobs' || row.state === 'waiting')
    .map((row) => {
      const kept = Object.entries(row).filter(
        ([column, value]) => value !== null && !generated.some(({ name }) => name === column),
      )
      return JSON.stringify(Object.fromEntries(kept))
    })
}

/** Documents that are drawn from rows are left out; a new installation draws them again, the newest first. */
async function forgetDocuments({ app: { db }, until }: World): Promise<void> {
  await db.run(sql`update reports set pdf_file_id = null, issued_file_id = null`)
  await db.run(sql`update contracts set pdf_file_id = null, pdf_sha256 = null, signed_pdf_file_id = null`)
  await db.run(sql`delete from files where uploaded_by_kind = 'system'`)
  await db.run(sql`delete from jobs where name in (${renderReportJob.name}, ${renderContractJob.name})`)
  for (const [table, job] of [
    ['reports', renderReportJob.name],
    ['contracts', renderContractJob.name],
  ] as const)
    await db.run(sql`
      insert into jobs (kind, name, payload, run_at, created_at)
      select 'job', ${job}, jsonb_build_object('id', id),
        ${until}::timestamptz + ${SECONDS_BETWEEN_DOCUMENTS} * interval '1 second' * row_number() over (order by id desc), ${until}
      from ${identifier(table)} where stage <> 'void'`)
}

/** Every content once, with the keys of all files that have it. */
async function storedFiles({ app }: World): Promise<string[]> {
  const files = await app.db.rows<{ sha256: string; keys: string[] }>(sql`
    select sha256, array_agg(storage_key order by id) as keys from files group by sha256 order by sha256`)
  return Promise.all(
    files.map(async ({ sha256, keys }) => {
      const bytes = await readFile(join(app.folder, 'files', keys[0] ?? ''))
      return JSON.stringify({ file: sha256, keys, bytes: bytes.toString('base64') })
    }),
  )
}
