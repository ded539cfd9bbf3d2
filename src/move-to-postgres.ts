import { join } from 'node:path'
import { moveDatabase, TargetNotEmpty } from './app/move-database.ts'
import { migrationsFolder } from './app/services.ts'
import { ConfigError, readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { FolderInUse, lockFolder } from './platform/db/folder-lock.ts'
import { readMigrations } from './platform/db/migrate.ts'
import { openPglite } from './platform/db/pglite.ts'
import { openPostgres } from './platform/db/postgres.ts'

/** `npm run move-to-postgres`: copies the embedded database of DATA_DIR to the empty database at DATABASE_URL. Files stay where they are. */
try {
  const config = readConfig(process.env)
  if (!config.DATABASE_URL) throw new ConfigError('请用 DATABASE_URL 指定要迁往的空数据库')
  process.on('exit', lockFolder(config.DATA_DIR))
  const from = await openPglite(join(config.DATA_DIR, 'database'))
  const to = openPostgres(config.DATABASE_URL)
  const copied = await moveDatabase(from, to, await readMigrations(migrationsFolder), systemClock.now())
  const rows = [...copied.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `已复制 ${copied.size} 张表、${rows} 行。以后请带着 DATABASE_URL 启动；${config.DATA_DIR} 中的文件继续使用。`,
  )
  await from.close()
  await to.close()
} catch (error) {
  const known = error instanceof ConfigError || error instanceof FolderInUse || error instanceof TargetNotEmpty
  console.error(known ? error.message : error)
  process.exitCode = 1
}
