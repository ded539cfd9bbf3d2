import { ConfigError } from '../../config.ts'
import { FolderInUse } from '../../platform/db/folder-lock.ts'
import { NewerData } from '../../platform/db/newer-data.ts'
import { type Command, CommandFault, type CommandInput, UsageError } from './command.ts'

/**
 * Runs one verb. Returns the exit code: 0 done, 1 something does not hold or failed, 2 wrong arguments.
 * `complain` gets what went wrong, `input.write` the result.
 */
export async function runCommand(
  verbs: readonly Command[],
  given: readonly string[],
  { env, write }: Pick<CommandInput, 'env' | 'write'>,
  complain: (text: string) => void,
): Promise<number> {
  const [verb, ...args] = given
  const wanted = verbs.find((each) => each.verb === (verb === 'help' ? args[0] : verb))
  if (verb === undefined || (verb === 'help' && args.length === 0)) {
    write(listOf(verbs))
    return 0
  }
  if (wanted === undefined) {
    complain(`没有命令 ${verb === 'help' ? args[0] : verb}\n${listOf(verbs)}`)
    return 2
  }
  if (verb === 'help') {
    write(wanted.usage)
    return 0
  }
  try {
    return await wanted.run({ args, env, write })
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message ? `${error.message}\n` : ''}${wanted.usage}`)
      return 2
    }
    const plain = [CommandFault, ConfigError, FolderInUse, NewerData].some((fault) => error instanceof fault)
    complain(`${plain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`)
    return 1
  }
}

function listOf(verbs: readonly Command[]): string {
  const rows = [
    ...verbs.map(({ verb, summary }) => [verb, summary] as const),
    ['help', '命令的用法：help 命令'] as const,
  ]
  const width = Math.max(...rows.map(([verb]) => verb.length)) + 2
  return `用法：npm run mingxi -- 命令 …\n${rows.map(([verb, summary]) => `  ${verb.padEnd(width)}${summary}\n`).join('')}`
}
