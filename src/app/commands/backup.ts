import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { readConfig } from '../../config.ts'
import { noteRun } from '../../core/backups/actions.ts'
import { readArchive } from '../../platform/backup/archive-reader.ts'
import { BackupFault, type Complete, type Manifest, totalRows } from '../../platform/backup/format.ts'
import { systemClock } from '../../platform/clock.ts'
import { embeddedHandle } from '../../platform/db/embedded/embedded.ts'
import { FolderInUse } from '../../platform/db/embedded/folder-lock.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { writeBackupFile, type WrittenBackup } from '../backup/backup-file.ts'
import { backUp, type BackupWish, runOf, snapshotOf } from '../backup/make-backup.ts'
import { plainText } from '../backup/plain-fault.ts'
import { openFiles } from '../start/services.ts'
import { progressLines, seconds, size } from './backup-words.ts'
import {
  type Command,
  CommandFault,
  type CommandInput,
  type OpenInstallation,
  typedPath,
  UsageError,
} from './command.ts'
import { countOf, readOptions } from './read-options.ts'
import { withDatabase } from './with-installation.ts'

const usage = `用法：npm run mingxi -- backup [目录|文件|-] [--keep 份数] [--without-files] [--json]
      npm run mingxi -- backup --verify 文件 [--json]

  目录        写入以时间命名的文件（默认 BACKUP_DIR）；--keep 只保留最新的若干份
  文件        写入这个文件，例如 /backup/2026-11-24.tar；不能已存在
  -           写到标准输出，可接 gzip、age、gpg 等命令
  --without-files  只备份数据库，文件另行复制
  --verify    逐字节检查一份备份，不恢复
  --json      结果写成一行 JSON
  服务正在使用内置数据库时由服务进程在后台备份，请求照常处理；这时要给绝对路径
`

export const backup: Command = {
  verb: 'backup',
  summary: '把数据库与文件备份成一个文件，或检查一份备份',
  usage,
  runsInServer: true,
  run: (input) => faultsInPlainText(() => run(input)),
}

/** Faults that an operator can correct become one sentence. */
export async function faultsInPlainText<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = plainText(error)
    if (text === undefined || error instanceof CommandFault || error instanceof FolderInUse) throw error
    throw new CommandFault(text)
  }
}

async function run(input: CommandInput): Promise<number> {
  const { values, positionals } = readOptions(
    input.args,
    {
      keep: { type: 'string' },
      verify: { type: 'string' },
      'without-files': { type: 'boolean' },
      json: { type: 'boolean' },
    },
    { positionals: 1 },
  )
  const asJson = values.json === true
  if (values.verify !== undefined) return verify(placeOf(values.verify, input), asJson, input)
  const config = input.server?.config ?? readConfig({ LOG_LEVEL: 'error', ...input.env })
  const given = positionals[0] ?? config.BACKUP_DIR
  if (given === undefined) throw new UsageError('请给出目录或文件，或设置 BACKUP_DIR')
  const target = placeOf(given, input)
  const wish: BackupWish = { target, withFiles: !values['without-files'] }
  if (values.keep !== undefined) wish.keep = countOf(values.keep, '--keep ')
  // The standard output is the backup itself, or one line of JSON.
  if (!asJson && target !== '-') wish.onProgress = progressLines(input.write)
  const startedAt = systemClock.now()
  const written = await (input.server ? inServer(input.server, wish, startedAt) : inThisProcess(input, wish, startedAt))
  if (target !== '-') input.write(report(written, asJson, startedAt, systemClock.now()))
  return written.result.missing + written.result.changed === 0 ? 0 : 1
}

/** The server does not know the folder in which the command was typed. */
function placeOf(path: string, { server }: CommandInput): string {
  if (!server) return path === '-' ? path : typedPath(path) + (path.endsWith('/') ? '/' : '')
  if (path === '-') throw new CommandFault('内置数据库正在服务时不能写到标准输出，请给出目录或文件')
  if (!isAbsolute(path)) throw new CommandFault(`内置数据库正在服务，备份由服务进程写入，请给出绝对路径而不是 ${path}`)
  return path
}

async function inServer({ ctx }: OpenInstallation, wish: BackupWish, startedAt: Date): Promise<WrittenBackup> {
  const written = await backUp(ctx, wish)
  await noteRun(ctx, runOf(written, startedAt, systemClock.now()))
  return written
}

/** The schema stays as it is: a backup is also made before an upgrade, by the new version. */
function inThisProcess(input: CommandInput, wish: BackupWish, startedAt: Date): Promise<WrittenBackup> {
  const { DATABASE_URL, DATA_DIR } = readConfig({ LOG_LEVEL: 'error', ...input.env })
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'database')))
    throw new BackupFault(`${DATA_DIR} 里没有内置数据库，也没有设置 DATABASE_URL`)
  return withDatabase(input, async (config, database) => {
    const snapshot = snapshotOf(config, embeddedHandle(database)?.engine)
    const files = wish.withFiles ? await openFiles(config) : undefined
    const written = await writeBackupFile({ ...wish, snapshot, files, now: startedAt })
    await noteRun({ db: database }, runOf(written, startedAt, systemClock.now()))
    return written
  })
}

function report({ path, bytes, result }: WrittenBackup, asJson: boolean, from: Date, to: Date): string {
  const rows = Object.values(result.rows).reduce((total, count) => total + count, 0)
  const { files, missing, missingKeys, changed, changedKeys } = result
  if (asJson)
    return `${JSON.stringify({ path, bytes, seconds: (to.getTime() - from.getTime()) / 1000, rows, files, missing, missingKeys, changed, changedKeys })}\n`
  const lines = [
    `✓ 已备份 ${rows.toLocaleString('en')} 行、${files} 个文件，${size(bytes)}，用时 ${seconds(from, to)}`,
    `  ${path}`,
  ]
  if (missing > 0) lines.push(`✗ 有 ${missing} 个文件在文件库里找不到，未能备份：${missingKeys.slice(0, 5).join('、')}`)
  if (changed > 0) lines.push(`✗ 有 ${changed} 个文件的内容与登记的校验值不符：${changedKeys.slice(0, 5).join('、')}`)
  return `${lines.join('\n')}\n`
}

async function verify(file: string, asJson: boolean, { write }: CommandInput): Promise<number> {
  const { size: bytes } = await stat(file)
  const progress = { stage: 'rows' as 'rows' | 'files', rows: 0, files: 0, bytes: 0 }
  const onProgress = asJson ? () => {} : progressLines(write)
  let manifest: Manifest | undefined
  const complete: Complete = await readArchive(
    createReadStream(file, { highWaterMark: 1024 * 1024 }),
    async (read) => {
      manifest = read
    },
    async ({ content }) => {
      progress.bytes += content.length
      onProgress(progress)
    },
    { decompress: false },
  )
  if (!manifest) throw new BackupFault('这不是备份文件：没有备份清单')
  const { version, takenAt, engine, withFiles } = manifest
  const rows = totalRows(complete)
  write(
    asJson
      ? `${JSON.stringify({ file, bytes, version, takenAt, engine, withFiles, rows, files: complete.files, missing: complete.missing })}\n`
      : `✓ 备份完好：${shanghaiTime(new Date(takenAt))} 由版本 ${version} 制作，${rows.toLocaleString('en')} 行，` +
          `${withFiles ? `${complete.files} 个文件` : '不含文件'}，${size(bytes)}\n`,
  )
  return 0
}
