import type { Pooler } from '../../../platform/db/postgres/connections.ts'
import { type DatabaseFacts, databaseFacts } from '../database-facts.ts'
import { error, type Finding, type InstallationCheck, ok, warning } from '../finding.ts'

const NAME = '数据库'
const OLDEST = 150_000

/** The settings of a PostgreSQL server. Those of the embedded database are ours. */
export const databaseCheck: InstallationCheck = {
  key: 'database',
  cheap: true,
  find: async ({ ctx, config }) => {
    if (!config.DATABASE_URL) {
      return [
        config.demo
          ? ok(NAME, '内置数据库')
          : warning(
              NAME,
              '内置数据库，DEMO 已关闭',
              '正式使用请设置 DATABASE_URL（docs/OPERATIONS.md「Moving from the embedded database to PostgreSQL」）',
            ),
      ]
    }
    return databaseFindings(await databaseFacts(ctx.db), config.DATABASE_POOLER)
  },
}

export function databaseFindings(facts: DatabaseFacts, pooler: Pooler): Finding[] {
  const found = [
    ...versionFindings(facts),
    ...safetyFindings(facts),
    ...roomFindings(facts, pooler),
    ...healthFindings(facts),
  ]
  return found.length > 0 ? found : [ok(NAME, `PostgreSQL ${Math.floor(facts.versionNumber / 10_000)}，设置正确`)]
}

function versionFindings({ versionNumber, encoding, collation, superuser, standby }: DatabaseFacts): Finding[] {
  const found: Finding[] = []
  if (versionNumber < OLDEST)
    found.push(error(NAME, `PostgreSQL ${Math.floor(versionNumber / 10_000)} 太旧`, '升级到 15 或更新的版本'))
  if (encoding !== 'UTF8')
    found.push(
      error(
        NAME,
        `编码是 ${encoding}，不是 UTF8`,
        '用 createdb --encoding UTF8 --locale C.UTF-8 --template template0 新建数据库并迁移数据',
      ),
    )
  if (!/^(C|POSIX|[\w-]+\.utf-?8)$/i.test(collation))
    found.push(warning(NAME, `排序规则是 ${collation}`, '新建数据库时用 --locale C.UTF-8'))
  if (superuser)
    found.push(
      warning(
        NAME,
        '以超级用户连接',
        '为服务新建只拥有自己数据库的角色（createuser --no-superuser，alter database … owner to …）',
      ),
    )
  if (standby) found.push(error(NAME, '连接到的是只读的备库', '把 DATABASE_URL 指向主库'))
  return found
}

/** What a loss of power would cost. */
function safetyFindings({ settings }: DatabaseFacts): Finding[] {
  const off = ['fsync', 'synchronous_commit', 'full_page_writes'].filter((name) => settings[name] === 'off')
  const found = off.map((name) =>
    error(NAME, `${name} 已关闭，断电会丢失或损坏数据`, `在 postgresql.conf 中设置 ${name} = on 并重新加载`),
  )
  if (settings.archive_mode === 'off')
    found.push(
      warning(
        NAME,
        '没有归档 WAL（archive_mode = off），只能恢复到最近一次完整备份',
        '见 docs/operations/backup.md，归档后可以恢复到任意时刻',
      ),
    )
  return found
}

/** Behind a pooler the server's limit is the pooler's concern. */
function roomFindings({ budget }: DatabaseFacts, pooler: Pooler): Finding[] {
  const { processes, wanted, others, allowed } = budget
  if (pooler !== 'none' || wanted + others <= allowed) return []
  const seen = `连接不够：${processes} 个进程最多需要 ${wanted} 个，其他程序占用 ${others} 个，只允许 ${allowed} 个`
  return [error(NAME, seen, '减小 DATABASE_POOL，提高 max_connections，或使用 PgBouncer（docs/operations/growing.md）')]
}

function healthFindings({ settings, invalidIndexes, bloated, unreadable }: DatabaseFacts): Finding[] {
  const found: Finding[] = []
  if (unreadable.length > 0)
    found.push(
      error(
        NAME,
        `连接的用户不能读取的表：${unreadable.slice(0, 5).join('、')}${unreadable.length > 5 ? ` 等 ${unreadable.length} 个` : ''}`,
        '以各表所有者的 DATABASE_URL 运行 npm run mingxi -- request-role 用户名',
      ),
    )
  if (invalidIndexes.length > 0)
    found.push(error(NAME, `无效的索引：${invalidIndexes.join('、')}`, '执行 reindex index concurrently 索引名；'))
  if (bloated.length > 0)
    found.push(warning(NAME, `死行很多的表：${bloated.join('、')}`, '确认 autovacuum 开启，或执行 vacuum analyze 表名'))
  const endless = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].filter(
    (name) => settings[name] === '0',
  )
  if (endless.length > 0)
    found.push(
      warning(
        NAME,
        `没有时限：${endless.join('、')}`,
        '连接池以事务模式工作时，为角色设置时限（docs/operations/growing.md）',
      ),
    )
  return found
}
