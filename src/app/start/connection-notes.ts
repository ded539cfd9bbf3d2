import type { Config } from '../../config.ts'
import { connectionBudget } from '../../platform/db/postgres/budget.ts'
import type { Database } from '../../platform/db/db.ts'

/** What is wrong with the way to PostgreSQL, for the start and for whoever looks for faults; each line says what to do. */
export async function connectionNotes(config: Config, database: Database): Promise<string[]> {
  if (!config.DATABASE_URL) return []
  const { reachedThrough } = await import('../../platform/db/postgres/pooler.ts')
  const reached = await reachedThrough(config.DATABASE_URL)
  const notes: string[] = []
  if (reached?.pooled && config.DATABASE_POOLER === 'none')
    notes.push(
      '数据库经过连接池（如 PgBouncer）：pool_mode = session 请设置 DATABASE_POOLER=session；pool_mode = transaction 请设置 DATABASE_POOLER=transaction，否则预编译语句会出错',
    )
  if (config.DATABASE_POOLER.startsWith('transaction') && reached) {
    const { statementTimeout, lockTimeout, idleTimeout, jit } = reached.settings
    if ([statementTimeout, lockTimeout, idleTimeout].includes('0') || jit !== 'off')
      notes.push(
        "连接池为事务模式，时限须设在数据库角色上：alter role 角色名 set statement_timeout = '15s'，lock_timeout = '8s'，idle_in_transaction_session_timeout = '30s'，jit = off（见 docs/operations/growing.md）",
      )
  }
  if (config.DATABASE_POOLER === 'none' && !reached?.pooled) {
    const { processes, wanted, others, allowed } = await connectionBudget(database.health)
    if (wanted + others > allowed)
      notes.push(
        `数据库连接不够：${processes} 个进程最多需要 ${wanted} 个，其他程序占用 ${others} 个，PostgreSQL 只允许 ${allowed} 个；请调低 DATABASE_POOL、调高 max_connections，或使用 PgBouncer`,
      )
  }
  return notes
}
