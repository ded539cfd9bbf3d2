import { lastBookRun } from '../../../money/books/run-actions.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { error, type InstallationCheck, ok, warning } from '../finding.ts'

/** The daily check at 03:00, with room for a late worker. */
const MOST_HOURS = 26

export const booksCheck: InstallationCheck = {
  key: 'books',
  cheap: true,
  find: async ({ ctx, clock }) => {
    const last = await lastBookRun(ctx)
    const todo = '用 npm run mingxi -- books 核对；每日 03:00 的核对由 SERVICES=worker 的进程执行'
    if (!last) return [warning('账目核对', '还没有核对过', todo)]
    const at = shanghaiTime(last.startedAt)
    if (last.found > 0)
      return [
        error(
          '账目核对',
          `${at} 发现 ${last.found} 处不符`,
          '暂停退款与提现，用 npm run mingxi -- books 查看，并联系技术人员',
        ),
      ]
    const hours = (clock.now().getTime() - last.startedAt.getTime()) / 3_600_000
    return hours > MOST_HOURS
      ? [warning('账目核对', `上次核对在 ${at}，已超过一天`, todo)]
      : [ok('账目核对', `${at} 核对相符`)]
  },
}
