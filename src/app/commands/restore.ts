import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { noteRun } from '../../core/backups/actions.ts'
import type { BackupRun } from '../../core/backups/rules.ts'
import { totalRows } from '../../platform/backup/format.ts'
import { FolderInUse, lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import { shanghaiTime } from '../../platform/time.ts'
import {
  drill,
  holds,
  type RestoredInstallation,
  restoreInstallation,
  type RestoreWish,
} from '../backup/restore-installation.ts'
import { openDatabase } from '../start/services.ts'
import { faultsInPlainText } from './backup.ts'
import { findingLines } from './restore-check.ts'
import { progressLines, seconds } from './backup-words.ts'
import { type Command, CommandFault, type CommandInput, typedPath, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'

const usage = `用法：npm run mingxi -- restore 文件|- [--without-files] [--json]
      npm run mingxi -- restore --drill 文件 [--in 目录] [--json]

  恢复到环境变量所指的空数据库（DATABASE_URL，否则 DATA_DIR 里的内置数据库）与空的文件库；两种数据库的备份可以互相恢复。
  出错或中断时目标保持为空，可以再次运行。
  -                从标准输入读取
  --without-files  只恢复数据库
  --drill          演练：恢复到临时目录，核对后删除，不改动现有数据；结果记入运行状态
  --in             演练用的目录，需要能放下全部数据（默认系统临时目录）
`

export const restore: Command = {
  verb: 'restore',
  summary: '从备份恢复到空的数据库与文件库，或演练一次',
  usage,
  run: (input) => faultsInPlainText(() => run(input)),
}

async function run({ args, env, write }: CommandInput): Promise<number> {
  const { values, positionals } = readOptions(
    args,
    {
      drill: { type: 'boolean' },
      in: { type: 'string' },
      'without-files': { type: 'boolean' },
      json: { type: 'boolean' },
    },
    { positionals: 1 },
  )
  const [file] = positionals
  if (file === undefined) throw new UsageError('请给出一个备份文件')
  if (values.in !== undefined && !values.drill)
    throw new UsageError('--in 只用于 --drill；恢复写入 DATABASE_URL 与 DATA_DIR 所指之处')
  const config = readConfig({ LOG_LEVEL: 'error', ...env })
  const wish: RestoreWish = { file: file === '-' ? file : typedPath(file), withFiles: !values['without-files'] }
  if (!values.json) wish.onProgress = progressLines(write)
  const place = values.in === undefined ? tmpdir() : typedPath(values.in)
  if (values.drill && !existsSync(place)) throw new CommandFault(`文件夹 ${place} 不存在，请先建立它，或换一个位置`)
  const restored = values.drill
    ? await drill(config, wish, await mkdtemp(join(place, 'mingxi-drill-')))
    : await restoreInstallation(config, wish)
  if (values.drill && !(await noteDrill(config, restored.run)) && !values.json)
    write('  服务正在使用内置数据库，这次演练没有记入运行状态\n')
  // What the backup holds is counted also where it is left in it.
  if (!wish.withFiles) restored.complete.files = 0
  write(values.json ? json(restored) : report(restored) + (wish.withFiles || values.drill ? '' : filesLeft(config)))
  return restored.run.ok ? 0 : 1
}

/** Nothing opens the reports and data of a restored installation whose files are elsewhere. */
function filesLeft({ S3_BUCKET, DATA_DIR }: Config): string {
  const todo = S3_BUCKET
    ? `确认存储桶 ${S3_BUCKET} 中有备份时的文件`
    : `请另行复制到 ${join(DATA_DIR, 'files')}，或设置文件所在的 S3_…`
  return `! 文件没有恢复：${todo}，再用 npm run mingxi -- doctor --files 核对\n`
}

/** False when a server holds the embedded database. */
async function noteDrill(config: Config, run: BackupRun): Promise<boolean> {
  let unlock = () => {}
  try {
    if (!config.DATABASE_URL) unlock = lockFolder(config.DATA_DIR)
  } catch (error) {
    if (error instanceof FolderInUse) return false
    throw error
  }
  const database = await openDatabase(config)
  try {
    await noteRun({ db: database }, run)
    return true
  } finally {
    await database.close()
    unlock()
  }
}

function json({ manifest, complete, migrated, findings, run }: RestoredInstallation): string {
  const { version, takenAt } = manifest
  const spent = (run.endedAt.getTime() - run.startedAt.getTime()) / 1000
  return `${JSON.stringify({ ok: run.ok, kind: run.kind, seconds: spent, version, takenAt, rows: totalRows(complete), fileCount: complete.files, migrated, findings })}\n`
}

function report({ manifest, complete, migrated, findings, run }: RestoredInstallation): string {
  const lines = [
    `✓ 已${run.kind === 'drill' ? '演练' : ''}恢复 ${totalRows(complete).toLocaleString('en')} 行、${complete.files} 个文件，用时 ${seconds(run.startedAt, run.endedAt)}`,
    `  数据截至 ${shanghaiTime(new Date(manifest.takenAt))}，由版本 ${manifest.version} 备份`,
  ]
  if (migrated.length > 0) lines.push(`✓ 已升级到本版本的结构：${migrated.length} 个迁移`)
  if (complete.missing + complete.changed > 0)
    lines.push(`✗ 备份时就有 ${complete.missing} 个文件找不到、${complete.changed} 个文件内容不符`)
  lines.push(...findingLines(findings))
  if (!holds({ ...findings, secrets: [] }, complete))
    lines.push('✗ 数据已恢复，但有不符之处；若备份前就是如此，请先在原系统查明')
  return `${lines.join('\n')}\n`
}
