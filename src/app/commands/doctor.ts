import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { FolderInUse } from '../../platform/db/embedded/folder-lock.ts'
import { systemCtx } from '../../platform/http/ctx.ts'
import { hostChecks, installationChecks, longChecks } from '../doctor/checks.ts'
import { examine } from '../doctor/examine.ts'
import { error, type Finding, type Host, type Level, levelNames, warning } from '../doctor/finding.ts'
import { settingFaults } from '../doctor/checks/settings-check.ts'
import { assembleServices, openFiles } from '../start/services.ts'
import type { Command, CommandInput, OpenInstallation } from './command.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-installation.ts'

export const doctor: Command = {
  verb: 'doctor',
  summary: '检查配置与环境，说明如何改正',
  usage: `用法：npm run mingxi -- doctor [--files] [--json]
  检查设置、代理、时钟、磁盘、权限、模板、服务商、证书、数据库、任务与账目，不改动任何业务数据。
  有错误时以 1 结束；只有警告时以 0 结束。
  --files   并逐个核对文件与记录，文件多时需要较长时间
  --json    每项一个对象：level（error warning ok）、check、name、seen、todo
`,
  runsInServer: true,
  run: async (input) => {
    const { values } = readOptions(input.args, { files: { type: 'boolean' }, json: { type: 'boolean' } })
    const found: (Finding & { check: string })[] = []
    const take = (check: string, findings: Finding[]) => {
      for (const finding of findings) {
        found.push({ check, ...finding })
        if (!values.json) input.write(lineOf(finding))
      }
    }
    await findAll(input, values.files ?? false, take)
    const count = (level: Level) => found.filter((each) => each.level === level).length
    if (values.json) input.write(`${JSON.stringify(found)}\n`)
    else input.write(`错误 ${count('error')}，警告 ${count('warning')}，正常 ${count('ok')}\n`)
    return count('error') > 0 ? 1 : 0
  },
}

type Take = (check: string, findings: Finding[]) => void

async function findAll(input: CommandInput, withFiles: boolean, take: Take): Promise<void> {
  const { env, signal, complain, server } = input
  const faults = server ? [] : settingFaults(env)
  // With wrong settings nothing else can be looked at.
  if (faults.length > 0) return take('settings', faults)
  const config = server?.config ?? readConfig({ LOG_LEVEL: 'error', ...env })
  const host: Host = { config, env, clock: server?.ctx.clock ?? systemClock, signal, tell: complain }
  await examine(hostChecks, host, take)
  const checks = [...installationChecks, ...(withFiles ? longChecks : [])]
  const look = ({ ctx }: OpenInstallation) => examine(checks, { ...host, ctx }, take)
  if (server) return look(server)
  const missing = missingDatabase(config)
  if (missing) return take('database', [missing])
  try {
    await withDatabase(input, async (config, database) =>
      look({ config, ctx: systemCtx(assembleServices(config, database, await openFiles(config), systemClock)) }),
    )
  } catch (fault) {
    if (!(fault instanceof ConfigError) && !(fault instanceof FolderInUse)) throw fault
    const todo = '确认数据库正在运行，DATABASE_URL 的主机、名称与密码正确；使用内置数据库时确认没有其他命令在运行'
    take('database', [error('数据库', fault.message, todo)])
  }
}

/** To look at an installation must not create one. */
function missingDatabase({ DATABASE_URL, DATA_DIR }: Config): Finding | undefined {
  if (DATABASE_URL || existsSync(join(DATA_DIR, 'database'))) return undefined
  return warning('数据库', `${DATA_DIR} 中还没有数据库`, '首次启动服务时创建；如果应当已有数据，检查 DATA_DIR')
}

const marks: Record<Level, string> = { error: '✗', warning: '!', ok: '✓' }

function lineOf({ level, name, seen, todo }: Finding): string {
  return `${marks[level]} ${levelNames[level]}  ${name}：${seen}\n${todo ? `          ${todo}\n` : ''}`
}
