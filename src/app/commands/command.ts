import type { Config } from '../../config.ts'
import type { Ctx } from '../../platform/http/ctx.ts'

/** What a verb of the command line gets: its arguments, the environment of the server, and where to write. */
export interface CommandInput {
  /** The arguments after the verb. */
  args: readonly string[]
  env: Record<string, string | undefined>
  write: (text: string) => void
}

/** A verb of `npm run mingxi -- VERB …`. `run` returns the exit code: 0, or 1 when something does not hold or could not be done. */
export interface Command {
  verb: string
  /** One Chinese line for the list of verbs. */
  summary: string
  /** Printed by `help VERB` and after wrong arguments. */
  usage: string
  run: (input: CommandInput) => Promise<number>
}

/** Wrong arguments: the usage is printed and the command ends with 2. */
export class UsageError extends Error {}

/** A fault that the operator can correct: one line without a stack, and the command ends with 1. */
export class CommandFault extends Error {}

/** What a verb that needs the installation gets. */
export interface OpenInstallation {
  config: Config
  ctx: Ctx
}
