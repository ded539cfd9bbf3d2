import { ConfigError } from '../../config.ts'
import { Refusal } from '../../platform/contract/refusal.ts'
import { FolderInUse } from '../../platform/db/embedded/folder-lock.ts'
import { MigrationFault } from '../../platform/db/migrations/migration-faults.ts'
import { NewerData } from '../../platform/db/migrations/newer-data.ts'
import { type Command, CommandFault, type CommandInput, NO_FOLDER, UsageError } from './command.ts'

type Caller = Omit<CommandInput, 'args' | 'complain'>

/**
 * Runs one verb. Returns the exit code: 0 done, 1 something does not hold or failed, 2 wrong arguments.
 * `complain` gets what went wrong, `input.write` the result.
 */
export async function runCommand(
  verbs: readonly Command[],
  given: readonly string[],
  caller: Caller,
  complain: (text: string) => void,
): Promise<number> {
  const [typed, ...args] = given
  const verb = typed === '--help' || typed === '-h' ? 'help' : typed
  const { write } = caller
  const asked = verb === 'help' ? args[0] : verb
  if (asked === undefined) {
    write(listOf(verbs))
    return 0
  }
  const wanted = verbs.find((each) => each.verb === asked)
  if (wanted === undefined) {
    complain(`没有命令 ${asked}\n${listOf(verbs)}`)
    return 2
  }
  if (verb === 'help' || args.includes('--help')) {
    write(wanted.usage)
    return 0
  }
  try {
    return await wanted.run({ ...caller, args, complain })
  } catch (error) {
    return failed(error, wanted, caller, complain)
  }
}

function failed(error: unknown, { usage }: Command, { signal }: Caller, complain: (text: string) => void): number {
  if (error instanceof UsageError) {
    complain(`${error.message ? `${error.message}\n` : ''}${usage}`)
    return 2
  }
  complain(`${signal?.aborted ? '已取消' : faultText(error)}\n`)
  return 1
}

const PLAIN = [CommandFault, ConfigError, FolderInUse, MigrationFault, NewerData, Refusal]

/** One sentence for faults that the operator can correct; the stack for a fault of the program. */
export function faultText(error: unknown): string {
  if (PLAIN.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, path = '' } = error as NodeJS.ErrnoException
  if (code === NO_FOLDER) return (error as Error).message
  if (code === 'ENOSPC') return '磁盘空间已满，请清理后重试'
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return `没有权限读写 ${path}`
  if (code === 'ENOENT' && path) return `找不到文件 ${path}`
  if (code === 'EEXIST' && path) return `文件 ${path} 已存在，请换一个名字`
  if (code === 'EISDIR') return `${path || '给出的路径'}是文件夹，不是文件`
  return (error as Error).stack ?? String(error)
}

function listOf(verbs: readonly Command[]): string {
  const rows = [
    ...verbs.map(({ verb, summary }) => [verb, summary] as const),
    ['help', '命令的用法：help 命令'] as const,
  ]
  const width = Math.max(...rows.map(([verb]) => verb.length)) + 2
  return `用法：npm run mingxi -- 命令 …\n${rows.map(([verb, summary]) => `  ${verb.padEnd(width)}${summary}\n`).join('')}`
}
