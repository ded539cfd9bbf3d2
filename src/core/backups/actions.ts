import type { Ctx } from '../../platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { asTyped } from '../../platform/typed-command.ts'
import { raiseAlarm } from '../safety/actions.ts'
import { type BackupRun, runFault } from './rules.ts'
import { deleteRuns, insertRun, latestBackup, latestRuns } from './store.ts'

const KEPT_DAYS = 400

/** Makes a backup into a folder and removes the oldest there; given by `app/`, which knows every part of an installation. */
export type MakeBackup = (ctx: Ctx, folder: string, keep: number) => Promise<BackupRun>

/** The last backups, restores and drills, newest first, for the page of system health. */
export function recentRuns(ctx: Pick<Ctx, 'db'>, most = 30): Promise<BackupRun[]> {
  return latestRuns(ctx.db, most)
}

/** The last backup that was completed. */
export function lastBackup(ctx: Pick<Ctx, 'db'>): ReturnType<typeof latestBackup> {
  return latestBackup(ctx.db)
}

/** Notes a run. A database of a former version has no place for it, and a backup before an upgrade must not fail because of that. */
export async function noteRun(ctx: Pick<Ctx, 'db'>, run: BackupRun): Promise<void> {
  await insertRun(ctx.db, run).catch((error: { code?: string }) => {
    if (error.code !== UNDEFINED_TABLE) throw error
  })
}

const UNDEFINED_TABLE = '42P01'

/** The backup of each night. A failure raises an alarm and is not tried again before the next night: a full disk would only be filled again. */
export async function backUpNightly(ctx: Ctx, make: MakeBackup): Promise<void> {
  await deleteRuns(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))
  const { BACKUP_DIR, BACKUP_KEEP } = ctx.config
  if (!BACKUP_DIR) return
  const run = await make(ctx, BACKUP_DIR, BACKUP_KEEP)
  await noteRun(ctx, run)
  if (run.ok) {
    ctx.log.info({ ...run.detail, file: run.fileName, bytes: run.bytes }, 'backup made')
    if (!run.detail.missingFiles) return
  }
  const what = run.ok ? '自动备份不完整' : '自动备份失败'
  const todo = run.ok
    ? '用 npm run mingxi -- doctor --files 查看是哪些'
    : '请处理后运行 npm run mingxi -- backup 补做一次'
  await raiseAlarm(ctx, {
    kind: 'backups',
    occasion: shanghaiDate(run.startedAt),
    text: asTyped(`${what}：${runFault(run)}。${todo}。`).slice(0, 1000),
  })
}
