import { lastBackup } from '../../../core/backups/actions.ts'
import { runFault } from '../../../core/backups/rules.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { error, type InstallationCheck, ok, warning } from '../finding.ts'

const WARNING_HOURS = 26
const ERROR_HOURS = 7 * 24

/** When the last complete backup by our own verb or job was made. Data of a demo can be made anew. */
export const backupCheck: InstallationCheck = {
  key: 'backups',
  cheap: true,
  find: async ({ ctx, config, clock }) => {
    if (config.demo) return []
    const last = await lastBackup(ctx)
    const todo = '设置 BACKUP_DIR 或定时运行 npm run mingxi -- backup（docs/operations/backup.md）'
    if (!last) return [warning('备份', '没有备份记录', `${todo}；已用其他方式备份并演练过恢复时可以忽略`)]
    const hours = (clock.now().getTime() - last.endedAt.getTime()) / 3_600_000
    const seen = `最近一次在 ${shanghaiTime(last.endedAt)}`
    if (hours >= ERROR_HOURS) return [error('备份', `${seen}，已超过一周`, `查看最近一次为何没有完成；${todo}`)]
    const fault = runFault(last)
    if (fault !== '')
      return [
        error(
          '备份',
          `${seen}，但有 ${fault}`,
          '用 npm run mingxi -- doctor --files 查看是哪些，从较早的备份取回；几个进程须共用文件存储（docs/operations/running.md）',
        ),
      ]
    return hours >= WARNING_HOURS
      ? [warning('备份', `${seen}，已超过一天`, `查看最近一次为何没有完成；${todo}`)]
      : [ok('备份', seen)]
  },
}
