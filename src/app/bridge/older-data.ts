import { rm } from 'node:fs/promises'
import type { Database } from '../../platform/db/db.ts'
import { readMigrations } from '../../platform/db/migrations/migrate.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { migrationsFolder } from '../start/services.ts'
import { bridge, type BridgeReport } from './bridge.ts'
import { BridgeFault, OlderData } from './faults.ts'
import { copyDatabaseFolder } from './folder-copy.ts'
import { hasOnlyDemoData, newDemoOffer } from './new-demo.ts'
import { FORMER } from './tables.ts'
import { appliedMigrations, type FormerVersion, recognise } from './versions.ts'

/** Gets one line at a time for the operator. */
type Say = (line: string) => void

const PAGE = 'docs/operations/older-data.md'

/**
 * Before the migrations of a start. Data of the embedded database is brought over at once, because its folder is copied first and nobody
 * else uses it. A PostgreSQL server is left to an explicit command, after a backup. Throws OlderData or BridgeFault with what to do.
 */
export async function openOlderData(services: Services, database: Database, say: Say): Promise<void> {
  const version = await olderVersion(services, database)
  if (version === undefined) return
  if (database.engine === 'postgres')
    throw new OlderData(
      `数据库由 0.2.0 之前的版本创建（${named(version)}），不能直接启动；数据没有改动。\n` +
        `请停止旧版本的服务，用 pg_dump 备份数据库，运行 npm run mingxi -- migrate 迁入数据，再启动。详见 ${PAGE}`,
    )
  try {
    await bringOver(services, database, version, say)
  } catch (error) {
    if (!(error instanceof BridgeFault)) throw error
    throw await asOlderData(services, database, error.message)
  }
}

/**
 * The explicit command (`npm run mingxi -- migrate`), for both databases: brings data from before 0.2.0 over and answers what was done;
 * undefined when the data is not older. The ordinary migrations run afterwards.
 */
export async function bridgeOlderData(
  services: Services,
  database: Database,
  say: Say,
): Promise<BridgeReport | undefined> {
  const version = await olderVersion(services, database)
  return version && bringOver(services, database, version, say)
}

async function olderVersion(services: Services, database: Database): Promise<FormerVersion | undefined> {
  const found = recognise(await appliedMigrations(database), await readMigrations(migrationsFolder))
  if (found.kind === 'former') return found.version
  if (found.kind !== 'unknown') return undefined
  throw await asOlderData(
    services,
    database,
    `数据库中的迁移 ${found.changed} 与发布时不同，不是任何已知版本的数据，不能启动；数据没有改动。\n` +
      `请用创建它的版本启动，或恢复备份。详见 ${PAGE}`,
  )
}

/** Only data of the demo may be made anew; for anybody's real data that is never offered. */
async function asOlderData(services: Services, database: Database, text: string): Promise<OlderData> {
  const onlyDemo = await hasOnlyDemoData(services.config, database)
  return new OlderData(onlyDemo ? `${text}\n${newDemoOffer}` : text, { onlyDemo })
}

async function bringOver(
  services: Services,
  database: Database,
  version: FormerVersion,
  say: Say,
): Promise<BridgeReport> {
  say(`正在迁入 0.2.0 之前的数据（${named(version)}）……`)
  const copy =
    database.engine === 'pglite'
      ? await copyDatabaseFolder(services.config.DATA_DIR, database, services.clock.now())
      : undefined
  try {
    const migrations = await readMigrations(migrationsFolder)
    const report = await bridge(services, database, migrations, { keepFormer: database.engine === 'postgres' })
    for (const line of summaryOf(report, copy)) say(line)
    return report
  } catch (error) {
    if (copy !== undefined) await rm(copy, { recursive: true, force: true })
    throw inWords(error)
  }
}

/** Lines for the operator. */
function summaryOf({ tables, rows, failedJobs, leftBehind }: BridgeReport, copy: string | undefined): string[] {
  return [
    `已迁入 ${tables} 个表共 ${rows} 行，账目与操作日志核对无误`,
    ...(failedJobs > 0 ? [`有 ${failedJobs} 个等待中的任务当前版本不能处理，列在控制台的失败任务中，请人工核对`] : []),
    ...(leftBehind.length > 0 ? [`不认识的表或列没有迁入，留在原处：${leftBehind.join('、')}`] : []),
    copy === undefined
      ? `原来的表保留在模式 ${FORMER}，确认无误后可执行 drop schema ${FORMER} cascade`
      : `原来的数据库保留在 ${copy}，确认无误后可以删除`,
  ]
}

/** A statement that failed says which rule of the new tables a former row breaks. */
function inWords(error: unknown): unknown {
  if (error instanceof BridgeFault) return new BridgeFault(`旧数据未能迁入，数据没有改动：${error.message}`)
  const { code, table, constraint, message } = error as {
    code?: string
    table?: string
    constraint?: string
    message?: string
  }
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return error
  if (code === '42501')
    return new BridgeFault(`旧数据未能迁入，数据没有改动：数据库用户没有建立模式或改动表的权限（${message}）`)
  const where = [table && `表 ${table}`, constraint && `约束 ${constraint}`].filter(Boolean).join('，')
  return new BridgeFault(`旧数据未能迁入，数据没有改动：${where === '' ? '' : `${where}：`}${message}（${code}）`)
}

function named({ commit, at }: FormerVersion): string {
  return `版本 ${commit}，${shanghaiTime(new Date(at)).slice(0, 16)}`
}
