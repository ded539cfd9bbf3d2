import { type CallerFiles, type CommandInput, localFiles } from '../commands/command.ts'
import { runCommand } from '../commands/run-command.ts'
import { verbs } from '../commands/verbs.ts'
import type { TestApp } from './test-app.ts'

/** Runs a verb inside the installation of a test, as the server does for the command line. */
export async function ranIn(
  app: TestApp,
  ...given: string[]
): Promise<{ code: number; text: string; complaint: string }> {
  return ranWith(app, {}, ...given)
}

export async function ranWith(
  app: TestApp,
  more: Partial<CommandInput> & { files?: CallerFiles },
  ...given: string[]
): Promise<{ code: number; text: string; complaint: string }> {
  let text = ''
  let complaint = ''
  const server = { config: app.services.config, ctx: app.system }
  const caller = { env: {}, files: localFiles, server, ...more, write: (piece: string) => void (text += piece) }
  const code = await runCommand(verbs, given, caller, (piece) => (complaint += piece))
  return { code, text, complaint }
}
