import { readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../platform/http/ctx.ts'

/** Files of the person who typed the command, also when the command runs inside the server. */
export interface CallerFiles {
  read: (path: string) => Promise<Buffer>
  /** Refuses a path that exists. */
  save: (path: string, bytes: Uint8Array) => Promise<void>
}

/** What a verb of the command line gets: its arguments, the environment of the server, and where to write. */
export interface CommandInput {
  /** The arguments after the verb. */
  args: readonly string[]
  env: Record<string, string | undefined>
  /** The result. */
  write: (text: string) => void
  /** Progress, and what went wrong. */
  complain?: (text: string) => void
  /** Aborted by Ctrl-C; a long verb looks at it between two steps. */
  signal?: AbortSignal
  files?: CallerFiles
  /** The installation of the server in which the verb runs. `withInstallation` uses it, so a verb need not know where it runs. */
  server?: OpenInstallation
}

/** A verb of `npm run mingxi -- VERB …`. `run` returns the exit code: 0, or 1 when something does not hold or could not be done. */
export interface Command {
  verb: string
  /** One Chinese line for the list of verbs. */
  summary: string
  /** Printed by `help VERB` and after wrong arguments. */
  usage: string
  /** Runs inside the server while one holds the folder of the embedded database; without it such a verb asks to stop the server first. */
  runsInServer?: boolean
  run: (input: CommandInput) => Promise<number>
}

/** Wrong arguments: the usage is printed and the command ends with 2. */
export class UsageError extends Error {}

/** What was typed after a verb that has verbs of its own is none of them, or one that lacks what follows it. */
export function unclearVerb(verb: string | undefined, known: readonly string[]): UsageError {
  if (!verb) return new UsageError(`请在命令后写明要做什么：${known.join('、')}`)
  return new UsageError(
    known.includes(verb) ? `${verb} 后面的内容不对，请对照用法` : `没有 ${verb}，只有 ${known.join('、')}`,
  )
}

/** A fault that the operator can correct: one line without a stack, and the command ends with 1. */
export class CommandFault extends Error {}

/** What a verb that needs the installation gets. */
export interface OpenInstallation {
  config: Config
  ctx: Ctx
}

/** The code of an error whose message is one sentence for whoever typed; it also comes over the control socket. */
export const NO_FOLDER = 'NO_FOLDER'

function missingFolder(folder: string): Error {
  return Object.assign(new Error(`文件夹 ${folder} 不存在，请先建立它（mkdir -p），或换一个位置`), { code: NO_FOLDER })
}

/** Files named from the folder in which the command was typed; the command itself runs in the folder of the program, as the server does. */
export const localFiles: CallerFiles = {
  read: (path) => readFile(typedPath(path)),
  save: async (path, bytes) => {
    const file = typedPath(path)
    try {
      await writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missingFolder(dirname(file)) : error
    }
  },
}

export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}
