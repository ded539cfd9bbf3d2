import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import type { Database } from '../../platform/db/db.ts'
import { migrate, readMigrations } from '../../platform/db/migrations/migrate.ts'
import { openPglite } from '../../platform/db/embedded/pglite.ts'
import { openPostgres } from '../../platform/db/postgres/postgres.ts'
import { addFirstPages } from '../../shop/articles/first-page-actions.ts'
import { systemCtx } from '../../platform/http/ctx.ts'
import { readConfig } from '../../config.ts'
import { testClock } from '../../platform/clock.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import { assembleServices, migrationsFolder } from '../start/services.ts'
import { CopyOfTemplate, readTemplate, type TemplateFiles } from './template-files.ts'

const cacheFolder = resolve(import.meta.dirname, '../../../node_modules/.cache/mingxi')
const firstPagesFile = resolve(import.meta.dirname, '../../shop/articles/first-pages.ts')
const BORN = new Date('2026-01-01T00:00:00Z')

export interface OpenedDatabase {
  database: Database
  /** Undefined on PGlite. */
  url: string | undefined
  close: () => Promise<void>
}

/**
 * A database of one's own with all migrations: PGlite in memory, or with TEST_DATABASE=postgres a new database
 * on the server at TEST_DATABASE_URL. Both start from a template, since migrating takes longer than copying.
 */
export async function openTestDatabase(): Promise<OpenedDatabase> {
  if (process.env.TEST_DATABASE === 'postgres') return openOnServer()
  const database = await openPglite(undefined, { files: new CopyOfTemplate(await pgliteTemplate()) })
  return { database, url: undefined, close: () => database.close() }
}

/** What every installation has before anybody uses it: all tables and the first texts. */
async function fillTemplate(database: Database): Promise<void> {
  await migrate(database, await readMigrations(migrationsFolder), BORN)
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const services = assembleServices(config, database, diskStore(config.DATA_DIR), testClock(BORN))
  await addFirstPages(systemCtx(services))
}

/** Read once per process: several test files share one. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

const templateHash = once(async (): Promise<string> => {
  const migrations = await readMigrations(migrationsFolder)
  return createHash('sha256')
    .update(migrations.map(({ name, checksum }) => `${name} ${checksum}`).join())
    .update(await readFile(firstPagesFile))
    .digest('hex')
    .slice(0, 16)
})

const pgliteTemplate = once(async (): Promise<TemplateFiles> => {
  const folder = resolve(cacheFolder, `pglite-${await templateHash()}`)
  if (!existsSync(folder)) {
    await mkdir(cacheFolder, { recursive: true })
    const partial = `${folder}.${randomBytes(4).toString('hex')}`
    const database = await openPglite(partial)
    await fillTemplate(database)
    // PostgreSQL's own two templates would be a third of all files.
    await database.script("update pg_database set datistemplate = false where datname like 'template%'")
    for (const name of ['template0', 'template1']) await database.script(`drop database ${name}`)
    // Otherwise each copy would replay the migrations' whole write-ahead log.
    await database.script('checkpoint')
    await database.close()
    // Another worker may have been faster.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  }
  return readTemplate(folder)
})

async function openOnServer() {
  const template = `template_${await templateHash()}`
  const { server, admin } = await connected()
  // One at a time: copying a template needs it unused, and two workers may come for a template that is not there yet.
  await admin.query('select pg_advisory_lock(811)')
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    await admin.query(`create database ${template}_new`)
    const fresh = openPostgres(urlOf(server, `${template}_new`), { poolSize: 2 })
    await fillTemplate(fresh)
    await fresh.close()
    await admin.query(`alter database ${template}_new rename to ${template}`)
  }
  const opened = await created(server, admin, template)
  await admin.query('select pg_advisory_unlock(811)')
  return opened
}

/** A database without tables on the server at TEST_DATABASE_URL. */
export async function newServerDatabase(): Promise<OpenedDatabase & { url: string }> {
  const { server, admin } = await connected()
  return created(server, admin, 'template0')
}

async function connected() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL')
  const admin = new pg.Client({ connectionString: server })
  // A drill kills the server under it.
  admin.on('error', () => {})
  await admin.connect()
  return { server, admin }
}

async function created(server: string, admin: pg.Client, template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${template}`)
  const url = urlOf(server, name)
  const database = openPostgres(url, { poolSize: 20 })
  return {
    database,
    url,
    close: async () => {
      await database.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
