import { stoppedFinding } from '../../../core/health/rules.ts'
import { jobFigures } from '../../../platform/jobs/job-rows.ts'
import { workersStoppedSince } from '../../../platform/jobs/periodic.ts'
import { error, type Finding, type InstallationCheck, ok, warning } from '../finding.ts'

const WARNING_MINUTES = 5
const ERROR_MINUTES = 60

export const jobsCheck: InstallationCheck = {
  key: 'jobs',
  cheap: true,
  find: async ({ ctx, clock }) => {
    const now = clock.now()
    const { waiting, scheduled, dead, oldestDueAt } = await jobFigures(ctx.db, now)
    const found: Finding[] = []
    const stopped = await workersStoppedSince(ctx.db, now)
    if (stopped) found.push(stoppedFinding(stopped))
    if (dead > 0)
      found.push(
        warning(
          '后台任务',
          `${dead} 个任务多次失败，已停止重试`,
          '用 npm run mingxi -- jobs list 查看原因，处理后 jobs replay',
        ),
      )
    const late = oldestDueAt ? Math.floor((now.getTime() - oldestDueAt.getTime()) / 60_000) : 0
    const seen = `最早到期的任务已等待 ${late} 分钟（共 ${waiting} 个到期）`
    const todo = '确认有进程以 SERVICES=worker 运行；任务太多时提高 JOBS_AT_ONCE 或增加进程'
    if (late >= ERROR_MINUTES) found.push(error('后台任务', seen, todo))
    else if (late >= WARNING_MINUTES) found.push(warning('后台任务', seen, todo))
    return found.length > 0
      ? found
      : [ok('后台任务', `没有失败或积压的任务，${waiting} 个到期，${scheduled} 个排在以后`)]
  },
}
