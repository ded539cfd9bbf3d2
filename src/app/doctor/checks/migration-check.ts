import { readMigrations } from '../../../platform/db/migrations/migrate.ts'
import { NewerData, refuseNewerData } from '../../../platform/db/migrations/newer-data.ts'
import { migrationState } from '../../../platform/db/migrations/migration-state.ts'
import { migrationsFolder } from '../../start/services.ts'
import { error, type Finding, type InstallationCheck, ok, warning } from '../finding.ts'

export const migrationCheck: InstallationCheck = {
  key: 'migrations',
  cheap: true,
  find: async ({ ctx }) => {
    const { open, changed, unknown } = await migrationState(ctx.db, await readMigrations(migrationsFolder))
    const found: Finding[] = []
    if (changed.length > 0)
      found.push(error('数据库迁移', `${named(changed)} 在执行之后被改动`, '恢复发布时的文件；改动应是新的迁移'))
    if (open.length > 0)
      found.push(error('数据库迁移', `${named(open)} 尚未执行`, '运行 npm run mingxi -- migrate，或重新启动服务'))
    const refused = await refuseNewerData(ctx.db, unknown, []).catch((fault: unknown) => {
      if (fault instanceof NewerData) return fault.message
      throw fault
    })
    if (refused)
      found.push(error('数据库迁移', refused, '换用那个版本的程序（docs/operations/releases.md，Going back）'))
    else if (unknown.length > 0)
      found.push(
        warning(
          '数据库迁移',
          `${named(unknown)} 由更新的版本执行，本版本不认识`,
          '滚动升级期间正常；否则请换用该版本的程序',
        ),
      )
    return found.length > 0 ? found : [ok('数据库迁移', '全部执行')]
  },
}

function named(names: readonly string[]): string {
  return `${names.slice(0, 3).join('、')}${names.length > 3 ? ` 等 ${names.length} 个` : ''}`
}
