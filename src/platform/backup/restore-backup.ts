import type { Readable } from 'node:stream'
import { asPlain } from '../db/migrations/concurrent-index.ts'
import type { Migration } from '../db/migrations/migration.ts'
import { monthIndexesOf } from '../db/partitions.ts'
import type { FileStore } from '../files/file-store.ts'
import { isNewer, version as running } from '../version.ts'
import { countRows, type Entry, isFilePart, readArchive } from './archive-reader.ts'
import { BackupFault, type Complete, type Manifest, type OnProgress, type Progress } from './format.ts'
import { claimStore, fileLoader, releaseStore } from './restore-files.ts'
import type { OpenTarget, RestoreTarget } from './restore-target.ts'

export interface RestoreRequest {
  source: Readable
  openTarget: OpenTarget
  /** Undefined leaves the files out. */
  files: FileStore | undefined
  /** The migrations that this version knows. */
  migrations: readonly Migration[]
  onProgress?: OnProgress
}

export interface Restored {
  manifest: Manifest
  complete: Complete
}

/**
 * Fills an empty database and an empty store from a backup. Any fault leaves both empty. The schema is that of the backup; `migrate` brings
 * it to this version afterwards.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const opened: Opened = { claimed: false, toStore: request.files && fileLoader(request.files) }
  try {
    const restored = await load(request, opened)
    await opened.target?.commit()
    if (request.files) await releaseStore(request.files)
    return restored
  } catch (error) {
    await opened.target?.abandon()
    if (opened.claimed) await opened.toStore?.giveUp()
    throw error
  }
}

/** What has to be given back after a fault. */
interface Opened {
  target?: RestoreTarget
  claimed: boolean
  toStore: ReturnType<typeof fileLoader> | undefined
}

async function load({ source, openTarget, files, migrations, onProgress }: RestoreRequest, opened: Opened) {
  const loaded = loader(opened.toStore, onProgress)
  let manifest: Manifest | undefined
  let dropped: DroppedParts | undefined
  const complete = await readArchive(
    source,
    async (read) => {
      manifest = read
      if (files && !read.withFiles)
        throw new BackupFault('这份备份不含文件：恢复时也要加 --without-files，文件另行复制')
      const wanted = wantedMigrations(read, migrations)
      opened.target = await openTarget()
      if (!(await opened.target.isEmpty()))
        throw new BackupFault('目标数据库不是空的：恢复只写入新建的空数据库，不覆盖已有的数据')
      if (files) {
        await claimStore(files)
        opened.claimed = true
      }
      await createSchema(opened.target, read, wanted)
      dropped = await dropSlowParts(opened.target, read)
    },
    async (entry) => {
      if (manifest && opened.target) await loaded.add(opened.target, manifest, entry)
    },
  )
  if (!manifest || !opened.target || !dropped) throw new BackupFault('这不是备份文件：没有备份清单')
  await loaded.finish()
  await addSlowParts(opened.target, dropped)
  await compareCounts(opened.target, complete)
  for (const { name, last } of manifest.sequences) await opened.target.exec(`select setval('${name}', ${BigInt(last)})`)
  return { manifest, complete }
}

/** Puts each entry where it belongs and counts. */
function loader(toStore: Opened['toStore'], onProgress: OnProgress | undefined) {
  const progress: Progress = { stage: 'rows', rows: 0, files: 0, bytes: 0 }
  return {
    async add(target: RestoreTarget, { tables }: Manifest, { name, content }: Entry): Promise<void> {
      progress.bytes += content.length
      if (isFilePart(name)) {
        progress.stage = 'files'
        if (isFirstPart(name)) progress.files += 1
        await toStore?.add(name, content)
      } else {
        const table = tables.find((each) => name.startsWith(`rows/${each.name}/`))
        if (!table) throw new BackupFault(`备份文件已损坏：清单里没有 ${name} 的表`)
        await target.load(table, content)
        progress.rows += countRows(content)
      }
      onProgress?.(progress)
    },
    finish: async () => toStore?.finish(),
  }
}

function isFirstPart(name: string): boolean {
  const [, , , part] = name.split('/')
  return part === undefined || part === '000000'
}

type WantedMigration = Migration & { appliedAt: string }

/** The migrations that the backup had, with the text that this version knows. Refuses a backup that this version cannot restore. */
export function wantedMigrations({ migrations, version }: Manifest, known: readonly Migration[]): WantedMigration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  return migrations.map(({ name, checksum, appliedAt }) => {
    const migration = byName.get(name)
    if (!migration)
      throw new BackupFault(
        isNewer(version, running)
          ? `备份由更新的版本 ${version} 制作（含本版本没有的迁移 ${name}），请用该版本或更新的版本恢复`
          : `备份含本版本 ${running} 没有的迁移 ${name}：备份之前数据库已由更新的版本升级过，请用那个版本或更新的版本恢复`,
      )
    if (migration.checksum !== checksum)
      throw new BackupFault(`备份里的迁移 ${name} 与本版本的内容不同，请用制作备份的版本 ${version} 恢复`)
    return { ...migration, appliedAt }
  })
}

/** Runs exactly the migrations of the backup, in the one transaction of the target. */
async function createSchema(
  target: RestoreTarget,
  manifest: Manifest,
  wanted: readonly WantedMigration[],
): Promise<void> {
  await target.exec(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
  )
  for (const { name, checksum, appliedAt, text } of wanted)
    // Deferred checks run after each migration, as they did at its commit; a table with a check that waits cannot be altered.
    await target.exec(
      `insert into schema_migrations (name, checksum, applied_at) values ('${name}', '${checksum}', '${appliedAt}'); ${asPlain(text)}
      ; set constraints all immediate; set constraints all deferred`,
    )
  for (const { partitions } of manifest.tables)
    for (const { name, parent, bound } of partitions) {
      await target.exec(`create table if not exists ${name} partition of ${parent} ${bound}`)
      for (const index of monthIndexesOf(parent, name)) await target.exec(index)
    }
}

interface DroppedParts {
  tables: string[]
  foreignKeys: { table: string; name: string; definition: string }[]
  indexes: { name: string; definition: string; part: boolean }[]
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`

/**
 * Indexes that no constraint needs: making them after the rows takes a fraction of the time. That of a partitioned table is dropped with those
 * of its partitions. They are made first, under their names, and PostgreSQL takes them when it makes that of the whole table, which it writes as one without partitions.
 */
const INDEXES = `
  select quote_ident(i.relname) as name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition, i.relispartition as part
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where t.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_constraint c where c.conindid = i.oid) order by i.relispartition desc, 1`

/** Foreign keys would refuse tables in any other order than one that need not exist, and triggers would write what the rows already have. */
async function dropSlowParts(target: RestoreTarget, { tables }: Manifest): Promise<DroppedParts> {
  const foreignKeys = await target.rows<DroppedParts['foreignKeys'][number]>(FOREIGN_KEYS)
  for (const { table, name } of foreignKeys) await target.exec(`alter table ${table} drop constraint ${name}`)
  const indexes = await target.rows<DroppedParts['indexes'][number]>(INDEXES)
  for (const { name, part } of indexes) if (!part) await target.exec(`drop index ${name}`)
  for (const { name } of tables)
    // Migrations insert rows; the backup has them too, possibly changed.
    await target.exec(`alter table ${name} disable trigger user; delete from ${name}`)
  return { tables: tables.map(({ name }) => name), foreignKeys, indexes }
}

/** Added again, foreign keys check every row. */
async function addSlowParts(target: RestoreTarget, { tables, foreignKeys, indexes }: DroppedParts): Promise<void> {
  for (const { definition } of indexes) await target.exec(definition)
  for (const { table, name, definition } of foreignKeys)
    await target.exec(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of tables) await target.exec(`alter table ${name} enable trigger user`)
}

async function compareCounts(target: RestoreTarget, { rows }: Complete): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const [found] = await target.rows<{ count: string }>(`select count(*)::text as count from ${table}`)
    if (Number(found?.count) !== expected)
      throw new BackupFault(`表 ${table} 应有 ${expected} 行，恢复出 ${found?.count ?? 0} 行`)
  }
}
