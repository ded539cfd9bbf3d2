import { connectControl, runRemotely } from '../control/control-client.ts'
import { type Command, CommandFault, type CommandInput, localFiles } from './command.ts'
import { runCommand } from './run-command.ts'
import { FolderInUse } from '../../platform/db/embedded/folder-lock.ts'

/**
 * Runs what was typed in this process, or inside the server while it holds the embedded database. On PostgreSQL a verb opens a connection of its
 * own. A server that does not listen (because it starts, or is another command) refuses by the lock of the folder.
 */
export async function runWhereItBelongs(
  verbs: readonly Command[],
  given: readonly string[],
  caller: Omit<CommandInput, 'args' | 'complain' | 'server'>,
  complain: (text: string) => void,
): Promise<number> {
  const { env, write, files = localFiles, signal } = caller
  const wanted = verbs.find(({ verb }) => verb === given[0])
  try {
    const socket =
      wanted?.runsInServer && !env.DATABASE_URL && !env.DATABASE_URL_FILE
        ? await connectControl(env.DATA_DIR || './data')
        : undefined
    if (socket) return await runRemotely(socket, given, { write, complain, files, signal })
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    complain(`${error.message}\n`)
    return 1
  }
  return runCommand(verbs.map(stopsFirst), given, caller, complain)
}

/** A verb that cannot run inside the server says so, instead of only naming the process that holds the folder. */
function stopsFirst(command: Command): Command {
  if (command.runsInServer) return command
  const run: Command['run'] = async (input) => {
    try {
      return await command.run(input)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      throw new CommandFault(`${error.message}；命令 ${command.verb} 不能在服务运行时执行，请先停止服务`)
    }
  }
  return { ...command, run }
}
