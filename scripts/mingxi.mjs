// `npm run mingxi -- VERB …`: the command line of the installation, on the pinned Node (docs/operations/command-line.md).
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { CommandFailed, ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

try {
  await ensureInstalled()
  // In the project, as the server, so that a relative DATA_DIR is the same folder. Files that are typed mean the folder in which they are typed,
  // which npm hands over in INIT_CWD.
  const command = spawn(await pinnedNode(), [join(PROJECT, 'src', 'mingxi.ts'), ...process.argv.slice(2)], {
    cwd: PROJECT,
    env: pinnedEnvironment({ INIT_CWD: process.env.INIT_CWD ?? process.cwd() }),
    stdio: 'inherit',
  })
  // The terminal sends Ctrl-C to the command too, which ends by itself; this process passes on its exit code.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => command.kill('SIGTERM'))
  command.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  console.error(error.message)
  process.exitCode = 1
}
