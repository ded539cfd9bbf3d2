// Migrates a database in a process of its own, so that a test can kill it. Arguments: a URL or a folder, and the migrations as JSON.
import { migrate } from '../db/migrations/migrate.ts'

const [target = '', migrations = '[]'] = process.argv.slice(2)
const database = target.startsWith('postgres://')
  ? (await import('../db/postgres/postgres.ts')).openPostgres(target)
  : await (await import('../db/embedded/pglite.ts')).openPglite(target)
await migrate(database, JSON.parse(migrations), new Date('2026-03-02T02:00:00Z'))
await database.close()
