import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { lockFolder } from '../../platform/db/folder-lock.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { noteRelease } from '../../platform/db/newer-data.ts'
import { systemCtx } from '../../platform/http/ctx.ts'
import { assembleServices, migrationsFolder, openDatabase, openFiles } from '../services.ts'
import type { CommandInput, OpenInstallation } from './command.ts'

/**
 * Opens the database and files that the environment names, with the schema of this version, and closes them after `work`.
 * With the embedded database the server must be stopped first; the lock of the folder refuses the command otherwise.
 */
export async function withInstallation<T>(
  { env }: CommandInput,
  work: (installation: OpenInstallation) => Promise<T>,
): Promise<T> {
  const config = readConfig({ LOG_LEVEL: 'error', ...env })
  const unlock = config.DATABASE_URL ? () => {} : lockFolder(config.DATA_DIR)
  process.on('exit', unlock)
  const database = await openDatabase(config)
  try {
    await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
    await noteRelease(database)
    const ctx = systemCtx(assembleServices(config, database, await openFiles(config), systemClock))
    return await work({ config, ctx })
  } finally {
    await database.close()
    unlock()
    process.off('exit', unlock)
  }
}
