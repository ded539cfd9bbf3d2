import { isNewer, version } from '../../version.ts'
import type { Db } from '../db.ts'
import { sql } from '../sql.ts'

/** The database belongs to a newer release, whose schema this one must not use. The message is for the operator. */
export class NewerData extends Error {}

/**
 * Refuses a database with migrations that this release does not have, unless all of them leave this release what it needs: such migrations
 * only add, and during a rolling upgrade a process of the former release may start again beside the new one (decision 0089).
 */
export async function refuseNewerData(
  db: Db,
  applied: readonly string[],
  known: readonly string[],
  running: string = version,
): Promise<void> {
  const unknown = applied.filter((name) => !known.includes(name)).sort()
  if (unknown.length === 0) return
  const schema = await schemaRelease(db)
  if (schema && !isNewer(schema.oldest, running)) return
  const newer = schema && isNewer(schema.newest, running) ? `由更新的版本 ${schema.newest} 使用过` : '来自更新的版本'
  const last = unknown.at(-1)?.replace('.sql', '')
  throw new NewerData(
    `数据库${newer}，含有本版本 ${running} 不认识的迁移 ${last}，本版本不能打开；请安装${schema ? ` ${schema.oldest} 或更新的版本` : '更新的版本'}，数据没有改动`,
  )
}

/** Notes after the migrations that this release has opened the database. */
export async function noteRelease(db: Db, running: string = version): Promise<void> {
  const schema = await schemaRelease(db)
  if (schema && isNewer(running, schema.newest)) await db.run(sql`update schema_release set newest = ${running}`)
}

/** Undefined for a database of release 0.2.0 or earlier, which had no such row. */
async function schemaRelease(db: Db): Promise<{ oldest: string; newest: string } | undefined> {
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('schema_release') is not null as exists`)
  return exists ? db.row(sql`select oldest, newest from schema_release`) : undefined
}
