import type { Config } from '../../config.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import { migrate, readMigrations } from '../../platform/db/migrations/migrate.ts'
import { noteRelease } from '../../platform/db/migrations/newer-data.ts'
import { keepPartitions, monthlyTables } from '../../platform/db/partitions.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { openOlderData } from '../bridge/older-data.ts'
import { seed } from '../seed.ts'
import { requireSecretKeys } from '../secrets/require-secret-keys.ts'
import { assembleServices, migrationsFolder, openDatabase, openFiles } from './services.ts'

/** Opens the database and the files of an installation for this process alone, brings the schema up to date and adds what is missing. */
export async function openInstallation(
  config: Config,
  clock: Clock = systemClock,
): Promise<{ database: Database; services: Services }> {
  const unlock = lockFolder(config.DATA_DIR)
  process.on('exit', unlock)
  const database = await openDatabase(config)
  const services = assembleServices(config, database, await openFiles(config), clock)
  const report = (line: string) => void process.stdout.write(`${line}\n`)
  await openOlderData(services, database, report).catch(async (error) => {
    // The folder may be moved aside and opened anew by this process.
    await database.close()
    unlock()
    process.off('exit', unlock)
    throw error
  })
  const migrations = await readMigrations(migrationsFolder)
  const applied = await migrate(database, migrations, clock.now(), { report })
  // A new database has no month yet, and the hourly work would make the first ones up to an hour later.
  if (applied.length === migrations.length)
    for (const table of monthlyTables) await keepPartitions(database, table, clock.now())
  await noteRelease(database)
  await requireSecretKeys(services)
  await seed(services)
  return { database, services }
}
