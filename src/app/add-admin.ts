import { assembleServices, migrationsFolder, openDatabase, openFiles } from './services.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { lockFolder } from '../platform/db/folder-lock.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { systemCtx } from '../platform/http/ctx.ts'
import { addStaff } from '../ground/staff/manage-actions.ts'
import { staffAdd } from '../ground/staff/manage-contract.ts'

// Command: adds the first administrator of an installation, who adds the other staff at /console/staff. Uses the environment of the
// server. With the embedded database the server must be stopped first; the folder lock refuses the command otherwise.

const [account, name, email] = process.argv.slice(2)
const given = staffAdd.input.safeParse({ account, name, role: 'admin', email })
if (!given.success) {
  process.stderr.write(
    `用法：node src/app/add-admin.ts 账号 姓名 [邮箱]\n${given.error.issues.map((issue) => issue.message).join('\n')}\n`,
  )
  process.exit(1)
}
const config = readConfig(process.env)
if (!config.DATABASE_URL) process.on('exit', lockFolder(config.DATA_DIR))
const database = await openDatabase(config)
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  const ctx = systemCtx(assembleServices(config, database, await openFiles(config), systemClock))
  const { password } = await addStaff(ctx, given.data)
  process.stdout.write(`管理员 ${given.data.account} 的初始密码（只显示这一次，首次登录时更换）：${password}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await database.close()
}
