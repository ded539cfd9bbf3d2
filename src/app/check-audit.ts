import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { lockFolder } from '../platform/db/folder-lock.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { systemCtx } from '../platform/http/ctx.ts'
import { readCommand, runAuditCommand } from './audit-command.ts'
import { assembleServices, migrationsFolder, openDatabase, openFiles } from './services.ts'

// Command `npm run audit:check`. Uses the environment of the server. With the embedded database the server must be stopped first; the folder
// lock refuses the command otherwise.

const heads = readCommand(process.argv.slice(2))
if (typeof heads === 'string') {
  process.stderr.write(heads)
  process.exit(1)
}
const config = readConfig(process.env)
if (!config.DATABASE_URL) process.on('exit', lockFolder(config.DATA_DIR))
const database = await openDatabase(config)
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  const ctx = systemCtx(assembleServices(config, database, await openFiles(config), systemClock))
  process.exitCode = await runAuditCommand(ctx, heads, (text) => process.stdout.write(text))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await database.close()
}
