import { type MonthlyTable, monthlyTables, partitionState, restOf } from '../../../platform/db/partitions.ts'
import { addDays, shanghaiDate } from '../../../platform/time.ts'
import { type Finding, type InstallationCheck, ok, warning } from '../finding.ts'

const NAME = '按月分区'
/** A worker makes partitions months ahead, so one that is missing now is missing because no worker ran. */
const DAYS_BEFORE = 7
const WORKER = '确认有进程以 SERVICES=worker 运行，它每小时建立今后三个月的分区'

/** Partitions of tables that are divided by month. A missing one loses nothing: its rows go to the default partition. */
export const monthCheck: InstallationCheck = {
  key: 'months',
  cheap: true,
  find: async ({ ctx, clock }) => {
    const found: Finding[] = []
    for (const table of monthlyTables) found.push(...(await findingsOf(ctx, table, clock.now())))
    return found.length > 0 ? found : [ok(NAME, '今后的分区已建立')]
  },
}

async function findingsOf(ctx: Parameters<typeof monthCheck.find>[0]['ctx'], table: MonthlyTable, now: Date) {
  const { thisMonth, nextMonth, ahead } = await partitionState(ctx.db, table, now)
  const monthOf = (at: Date) => shanghaiDate(at).slice(0, 7)
  const soon = addDays(now, DAYS_BEFORE)
  const found: Finding[] = []
  const missing = (month: string) =>
    warning(NAME, `${table.name} 没有 ${month} 的分区，数据暂存于 ${restOf(table.name)}，不会丢失`, WORKER)
  if (!thisMonth) found.push(missing(monthOf(now)))
  if (!nextMonth && monthOf(soon) !== monthOf(now)) found.push(missing(monthOf(soon)))
  if (ahead)
    found.push(
      warning(
        NAME,
        `${restOf(table.name)} 中有时间晚于明天的记录`,
        '曾有主机时钟过快：检查各主机的时间同步（doctor 的「时钟」）',
      ),
    )
  return found
}
