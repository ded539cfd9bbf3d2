import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { error, type InstallationCheck, ok, warning } from './finding.ts'

const WARNING_HOURS = 26
const ERROR_HOURS = 7 * 24

/** `lastBackup` answers when the last complete backup was made; undefined when there is none. */
export function backupCheck(lastBackup: (ctx: Ctx) => Promise<Date | undefined>): InstallationCheck {
  return {
    key: 'backups',
    cheap: true,
    find: async ({ ctx, clock }) => {
      const at = await lastBackup(ctx)
      const todo = '按 docs/OPERATIONS.md「Backup」设置每日备份，并检查最近一次为何没有完成'
      if (!at) return [warning('备份', '没有备份记录', todo)]
      const hours = (clock.now().getTime() - at.getTime()) / 3_600_000
      const seen = `最近一次在 ${shanghaiTime(at)}`
      if (hours >= ERROR_HOURS) return [error('备份', `${seen}，已超过一周`, todo)]
      return hours >= WARNING_HOURS ? [warning('备份', `${seen}，已超过一天`, todo)] : [ok('备份', seen)]
    },
  }
}
