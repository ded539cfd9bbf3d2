import type { Database } from '../../platform/db/db.ts'
import { grantRequests } from '../../platform/db/postgres/request-role.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Command, CommandFault, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-installation.ts'

export const requestRole: Command = {
  verb: 'request-role',
  summary: '允许一个数据库用户处理请求，而不拥有各表',
  usage: `用法：npm run mingxi -- request-role 用户名
  这个用户可以读写各表的行，不能更改表、触发器与权限，也不能更改或删除不可更改的记录。请以各表所有者的 DATABASE_URL 运行，可以重复运行。
  之后 SERVICES=web 的进程以这个用户连接；SERVICES=worker 的进程、migrate 与备份恢复仍以所有者连接。
`,
  run: (input) => {
    const [role] = readOptions(input.args, {}, { positionals: 1 }).positionals
    if (role === undefined) throw new UsageError('缺少用户名')
    if (!/^[a-z][a-z0-9_]*$/.test(role)) throw new UsageError(`用户名只能有小写字母、数字与下划线：${role}`)
    return withDatabase(input, async (config, database) => {
      if (!config.DATABASE_URL) throw new CommandFault('内置数据库没有别的用户；请设置 DATABASE_URL')
      await refuseMighty(database, role)
      await grantRequests(database, role).catch((error) => {
        throw faultOf(error, role)
      })
      input.write(`${role} 可以处理请求了：SERVICES=web 的进程请以它连接\n`)
      return 0
    })
  },
}

/** A role that may do everything anyway would only look as if it could do less. */
async function refuseMighty(database: Database, role: string): Promise<void> {
  const found = await database.row<{ mighty: boolean }>(
    sql`select rolsuper or pg_has_role(oid, current_user, 'member') as mighty from pg_roles where rolname = ${role}`,
  )
  if (!found)
    throw new CommandFault(`没有数据库用户 ${role}；请先在 PostgreSQL 中新建：create role ${role} login password '…'`)
  if (found.mighty)
    throw new CommandFault(
      `${role} 是超级用户、拥有各表，或正是 DATABASE_URL 的用户，权限不会因此减少；请以各表所有者的 DATABASE_URL 运行，并给出另一个用户`,
    )
}

function faultOf(error: unknown, role: string): unknown {
  const { code } = error as { code?: string }
  return code === '42501' ? new CommandFault(`DATABASE_URL 的用户不是各表的所有者，不能给 ${role} 授权`) : error
}
