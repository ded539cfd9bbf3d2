import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { noteRun } from '../../core/backups/actions.ts'
import type { BackupRun } from '../../core/backups/rules.ts'
import { compareStore, type StoreComparison } from '../../core/files/compare-actions.ts'
import { checkBooks } from '../../money/books/run-actions.ts'
import { checkChain } from '../../platform/audit/seal.ts'
import { readArchive } from '../../platform/backup/archive-reader.ts'
import { embeddedTarget } from '../../platform/backup/embedded-target.ts'
import type { Complete, Manifest, OnProgress } from '../../platform/backup/format.ts'
import { totalRows } from '../../platform/backup/format.ts'
import { postgresTarget } from '../../platform/backup/postgres-target.ts'
import { restoreBackup, wantedMigrations } from '../../platform/backup/restore-backup.ts'
import type { OpenTarget } from '../../platform/backup/restore-target.ts'
import { systemClock } from '../../platform/clock.ts'
import { embeddedHandle } from '../../platform/db/embedded/embedded.ts'
import { lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import { migrate, readMigrations } from '../../platform/db/migrations/migrate.ts'
import type { Migration } from '../../platform/db/migrations/migration.ts'
import { noteRelease } from '../../platform/db/migrations/newer-data.ts'
import { type Ctx, systemCtx } from '../../platform/http/ctx.ts'
import { bookChecks } from '../book-checks.ts'
import { lostSecrets } from '../secrets/require-secret-keys.ts'
import { assembleServices, migrationsFolder, openDatabase, openFiles } from '../start/services.ts'

export interface RestoreWish {
  /** A path, or `-` for the standard input. */
  file: string
  withFiles: boolean
  onProgress?: OnProgress
}

/** What is true of an installation that was restored. */
export interface Findings {
  books: number
  auditLinks: number
  audit: number
  /** Secrets that SECRETS_KEY does not read, in words; the server would not start. */
  secrets: string[]
  files: StoreComparison | undefined
}

export interface RestoredInstallation {
  manifest: Manifest
  complete: Complete
  /** Migrations of this version that the backup did not have. */
  migrated: string[]
  findings: Findings
  run: BackupRun
}

/** Restores into the empty database and store that the settings name, brings the schema to this version, and checks the result. */
export async function restoreInstallation(config: Config, wish: RestoreWish): Promise<RestoredInstallation> {
  const startedAt = systemClock.now()
  // Makes the folder as the server does: nobody else on the machine may read it.
  const unlock = lockFolder(config.DATA_DIR)
  process.on('exit', unlock)
  try {
    const migrations = await readMigrations(migrationsFolder)
    const fromInput = wish.file === '-'
    const bytes = fromInput ? 0 : (await stat(wish.file)).size
    // A damaged file is found before anything is written. The standard input can be read only once; it is checked while it is loaded.
    if (!fromInput) await checkWhole(wish.file, migrations)
    const source: Readable = fromInput ? process.stdin : readFrom(wish.file)
    const files = wish.withFiles ? await openFiles(config) : undefined
    const { manifest, complete } = await restoreBackup({
      source,
      files,
      migrations,
      openTarget: targetOf(config),
      ...(wish.onProgress ? { onProgress: wish.onProgress } : {}),
    })
    const database = await openDatabase(config)
    try {
      const migrated = await migrate(database, migrations, systemClock.now())
      await noteRelease(database)
      const ctx = systemCtx(assembleServices(config, database, await openFiles(config), systemClock))
      const findings = await inspect(ctx, wish.withFiles)
      const detail = {
        rows: totalRows(complete),
        files: complete.files,
        missingFiles: complete.missing + complete.changed,
      }
      const run: BackupRun = {
        kind: 'restore',
        startedAt,
        endedAt: systemClock.now(),
        ok: holds(findings, complete),
        fileName: basename(wish.file),
        bytes,
        detail,
      }
      await noteRun(ctx, run)
      return { manifest, complete, migrated, findings, run }
    } finally {
      await database.close()
    }
  } finally {
    unlock()
    process.off('exit', unlock)
  }
}

function readFrom(file: string): Readable {
  return createReadStream(file, { highWaterMark: 1024 * 1024 })
}

async function checkWhole(file: string, migrations: readonly Migration[]): Promise<void> {
  await readArchive(
    readFrom(file),
    async (manifest) => void wantedMigrations(manifest, migrations),
    async () => {},
    { decompress: false },
  )
}

/** The database that the settings name. */
export function targetOf(config: Config): OpenTarget {
  if (config.DATABASE_URL) return postgresTarget(config.DATABASE_URL, config.DATABASE_HOSTS)
  return embeddedTarget(config.DATA_DIR, async (folder) => {
    const { openPglite } = await import('../../platform/db/embedded/pglite.ts')
    const handle = embeddedHandle(await openPglite(folder))
    if (!handle) throw new Error('an embedded database has an engine')
    return handle.engine
  })
}

/** The books, the chain over the audit log, the key of the secrets, and files against rows. */
export async function inspect(ctx: Ctx, withFiles: boolean): Promise<Findings> {
  const { found: books } = await checkBooks(ctx, bookChecks, 'command')
  const { found: audit, links: auditLinks } = await checkChain(ctx)
  return {
    books,
    audit,
    auditLinks,
    secrets: await lostSecrets(ctx),
    files: withFiles ? await compareStore(ctx) : undefined,
  }
}

/** Files that the backup itself did not have are no fault of the restore; they are told apart. */
export function holds({ books, audit, secrets, files }: Findings, complete?: Complete): boolean {
  return (
    books === 0 &&
    audit === 0 &&
    secrets.length === 0 &&
    (files === undefined || files.missing <= (complete?.missing ?? 0))
  )
}

/** A restore into a folder that is removed afterwards, with an embedded database: proof that a backup can be restored. */
export async function drill(config: Config, wish: RestoreWish, folder: string): Promise<RestoredInstallation> {
  const { DATABASE_URL: _url, S3_BUCKET: _bucket, ...rest } = { ...config, DATABASE_HOSTS: [] }
  const place = join(folder, 'restored')
  try {
    const restored = await restoreInstallation({ ...rest, DATA_DIR: place }, wish)
    return { ...restored, run: { ...restored.run, kind: 'drill' } }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
