// Fills an empty database as a first start DAYS ago would have done, then exits.
//   DATA_DIR=… [DATABASE_URL=…] node e2e/seed-installation.ts DAYS
import { resolve } from 'node:path'
import { seed } from '../src/app/seed.ts'
import { assembleServices, migrationsFolder, openDatabase, openFiles } from '../src/app/services.ts'
import { readConfig } from '../src/config.ts'
import { testClock } from '../src/platform/clock.ts'
import { lockFolder } from '../src/platform/db/folder-lock.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'

const days = Number(process.argv[2])
if (!(days >= 0)) throw new Error('how many days ago?')
const config = readConfig(process.env)
process.on('exit', lockFolder(resolve(config.DATA_DIR)))
const clock = testClock(new Date(Date.now() - days * 86_400_000))
const database = await openDatabase(config)
await migrate(database, await readMigrations(migrationsFolder), clock.now())
await seed(assembleServices(config, database, await openFiles(config), clock))
await database.close()
