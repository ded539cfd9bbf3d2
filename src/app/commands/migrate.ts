import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { migrate as applyMigrations, readMigrations } from '../../platform/db/migrations/migrate.ts'
import { type MigrationState, migrationState } from '../../platform/db/migrations/migration-state.ts'
import { refuseNewerData } from '../../platform/db/migrations/newer-data.ts'
import { bridgeOlderData } from '../bridge/older-data.ts'
import { assembleServices, migrationsFolder, openFiles } from '../start/services.ts'
import { type Command, CommandFault, type CommandInput } from './command.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-installation.ts'

export const migrate: Command = {
  verb: 'migrate',
  summary: '执行尚未执行的数据库迁移',
  usage: `用法：npm run mingxi -- migrate [--check] [--json]
  执行尚未执行的迁移并逐个列出；0.2.0 之前的数据先迁入现在的表（先备份）。服务启动时也会执行；滚动升级时先运行它，再逐个更换服务。
  使用内置数据库时请先停止服务。
  --check   只列出，不执行；有未执行的迁移，或数据库已不能由本版本打开时以 1 结束
  --json    结果为 JSON
`,
  run: (input) => {
    const { values } = readOptions(input.args, { check: { type: 'boolean' }, json: { type: 'boolean' } })
    const { check = false, json = false } = values
    return withDatabase(input, async (config, database) => {
      if (!check) {
        const services = assembleServices(config, database, await openFiles(config), systemClock)
        await bridgeOlderData(services, database, (line) => input.complain?.(`${line}\n`))
      }
      return runMigrations(database, { check, json }, input)
    })
  },
}

export async function runMigrations(
  database: Database,
  { check, json }: { check: boolean; json: boolean },
  { write, complain }: CommandInput,
): Promise<number> {
  const migrations = await readMigrations(migrationsFolder)
  const state = await migrationState(database, migrations)
  refuseChanged(state)
  const report = (line: string) => complain?.(`${line}\n`)
  const done = check ? [] : await applyMigrations(database, migrations, systemClock.now(), { report })
  const open = check ? state.open : []
  if (json) write(`${JSON.stringify({ open, done, unknown: state.unknown })}\n`)
  else {
    for (const name of done) write(`✓ ${name}\n`)
    for (const name of open) write(`· ${name}\n`)
    for (const name of state.unknown) write(`? ${name}：由更新的版本执行，本版本不认识\n`)
    if (!check || state.unknown.length === 0) write(summaryOf(check, open.length, done.length))
    else if (open.length === 0) write(`数据库由更新的版本升级过\n`)
  }
  // A rolling upgrade, or a way back, begins with this question; the start would refuse such a database.
  if (check) await refuseNewerData(database, state.unknown, [])
  return open.length === 0 ? 0 : 1
}

function summaryOf(check: boolean, open: number, done: number): string {
  if (check) return open === 0 ? '数据库已是最新\n' : `还有 ${open} 个迁移没有执行\n`
  return done === 0 ? '数据库已是最新，没有要执行的迁移\n' : `已执行 ${done} 个迁移\n`
}

function refuseChanged({ changed }: MigrationState): void {
  if (changed.length === 0) return
  throw new CommandFault(
    `迁移 ${changed.slice(0, 3).join('、')}${changed.length > 3 ? ` 等 ${changed.length} 个` : ''} 在执行之后被改动，与数据库不符；请恢复发布时的文件`,
  )
}
