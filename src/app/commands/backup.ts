import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import { noteRun } from '../../ground/backups/actions.ts'
import { readArchive } from '../../platform/backup/archive-reader.ts'
import { BackupFault, type Complete, type Manifest, totalRows } from '../../platform/backup/format.ts'
import { systemClock } from '../../platform/clock.ts'
import { embeddedHandle } from '../../platform/db/embedded.ts'
import { lockFolder } from '../../platform/db/folder-lock.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { writeBackupFile, type WrittenBackup } from '../backup/backup-file.ts'
import { type BackupWish, runOf, snapshotOf } from '../backup/make-backup.ts'
import { plainText } from '../backup/plain-fault.ts'
import { openDatabase, openFiles } from '../services.ts'
import { progressLines, seconds, size } from './backup-words.ts'
import { type Command, CommandFault, type CommandInput, UsageError } from './command.ts'

const usage = `用法：npm run mingxi -- backup [目录|文件|-] [--keep 份数] [--without-files] [--json]
      npm run mingxi -- backup --verify 文件 [--json]

  目录        写入以时间命名的文件（默认 BACKUP_DIR）；--keep 只保留最新的若干份
  文件        写入这个文件，例如 /backup/2026-11-24.tar
  -           写到标准输出，可接 gzip、age、gpg 等命令
  --without-files  只备份数据库，文件另行复制
  --verify    逐字节检查一份备份，不恢复
  --json      结果写成一行 JSON
`

export const backup: Command = {
  verb: 'backup',
  summary: '把数据库与文件备份成一个文件，或检查一份备份',
  usage,
  run: (input) => faultsInPlainText(() => run(input)),
}

/** Faults that an operator can correct become one sentence. */
export async function faultsInPlainText<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = plainText(error)
    if (text === undefined || error instanceof CommandFault) throw error
    throw new CommandFault(text)
  }
}

interface Options {
  target: string | undefined
  verify: string | undefined
  keep: number | undefined
  withFiles: boolean
  asJson: boolean
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args)
  if (positionals.length > 1) throw new UsageError('只能给一个目录或文件')
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) throw new UsageError('--keep 要一个正整数')
  return {
    target: positionals[0],
    verify: values.verify,
    keep,
    withFiles: !values['without-files'],
    asJson: values.json === true,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keep: { type: 'string' },
        verify: { type: 'string' },
        'without-files': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function run(input: CommandInput): Promise<number> {
  const options = readOptions(input.args)
  if (options.verify !== undefined) return verify(options.verify, options, input)
  const config = readConfig({ LOG_LEVEL: 'error', ...input.env })
  const target = options.target ?? config.BACKUP_DIR
  if (target === undefined) throw new UsageError('请给出目录或文件，或设置 BACKUP_DIR')
  const quiet = options.asJson || target === '-'
  const wish: BackupWish = { target, withFiles: options.withFiles }
  if (options.keep !== undefined) wish.keep = options.keep
  if (!quiet) wish.onProgress = progressLines(input.write)
  const startedAt = systemClock.now()
  const written = await backUpHere(input, wish, startedAt)
  const endedAt = systemClock.now()
  // The standard output is the backup itself.
  if (target !== '-') input.write(report(written, options, startedAt, endedAt))
  return written.result.missing + written.result.changed === 0 ? 0 : 1
}

/** The schema stays as it is: a backup is also made before an upgrade, by the new version. */
async function backUpHere({ env }: CommandInput, wish: BackupWish, now: Date): Promise<WrittenBackup> {
  const config = readConfig({ LOG_LEVEL: 'error', ...env })
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'database')))
    throw new BackupFault(`${config.DATA_DIR} 里没有内置数据库，也没有设置 DATABASE_URL`)
  const unlock = config.DATABASE_URL ? () => {} : lockFolder(config.DATA_DIR)
  process.on('exit', unlock)
  const database = await openDatabase(config)
  try {
    const snapshot = snapshotOf(config, embeddedHandle(database)?.engine)
    const files = wish.withFiles ? await openFiles(config) : undefined
    const written = await writeBackupFile({ ...wish, snapshot, files, now })
    await noteRun({ db: database }, runOf(written, now, systemClock.now()))
    return written
  } finally {
    await database.close()
    unlock()
    process.off('exit', unlock)
  }
}

function report({ path, bytes, result }: WrittenBackup, { asJson }: Options, from: Date, to: Date): string {
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

async function verify(file: string, { asJson }: Options, { write }: CommandInput): Promise<number> {
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
