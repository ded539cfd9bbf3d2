import { type Config, readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import { migrate, readMigrations } from '../../platform/db/migrations/migrate.ts'
import { migrationState } from '../../platform/db/migrations/migration-state.ts'
import { noteRelease } from '../../platform/db/migrations/newer-data.ts'
import { systemCtx } from '../../platform/http/ctx.ts'
import { assembleServices, migrationsFolder, openDatabase, openFiles } from '../start/services.ts'
import { CommandFault, type CommandInput, type OpenInstallation } from './command.ts'

/**
 * Hands over the installation that the environment names: of the server when the verb runs inside it, otherwise opened for the time of `work`.
 * Only a new database gets its schema here. A database with open migrations is refused, so that no verb changes the schema under servers of
 * another version by the way; `migrate` does that.
 */
export async function withInstallation<T>(
  input: CommandInput,
  work: (installation: OpenInstallation) => Promise<T>,
): Promise<T> {
  if (input.server) return work(input.server)
  return withDatabase(input, async (config, database) => {
    const migrations = await readMigrations(migrationsFolder)
    const { begun, open } = await migrationState(database, migrations)
    if (begun && open.length > 0)
      throw new CommandFault(
        `数据库还有 ${open.length} 个迁移没有执行（${open.slice(0, 3).join('、')}${open.length > 3 ? ' 等' : ''}），请先运行 npm run mingxi -- migrate`,
      )
    // Fills a new database, and refuses one that a newer release has changed.
    await migrate(database, migrations, systemClock.now())
    await noteRelease(database)
    const ctx = systemCtx(assembleServices(config, database, await openFiles(config), systemClock))
    return work({ config, ctx })
  })
}

/**
 * Opens the database as it is, for this process alone when it is the embedded one, and closes it after `work`. While a server holds the folder,
 * the lock refuses it.
 */
export async function withDatabase<T>(
  { env }: Pick<CommandInput, 'env'>,
  work: (config: Config, database: Database) => Promise<T>,
): Promise<T> {
  const config = readConfig({ LOG_LEVEL: 'error', ...env })
  const unlock = config.DATABASE_URL ? () => {} : lockFolder(config.DATA_DIR)
  process.on('exit', unlock)
  try {
    const database = await openDatabase(config)
    try {
      return await work(config, database)
    } finally {
      await database.close()
    }
  } finally {
    unlock()
    process.off('exit', unlock)
  }
}
