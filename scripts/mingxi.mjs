// `npm run mingxi -- VERB …`: the command line of the installation, on the pinned Node (docs/OPERATIONS.md).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CommandFailed, ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

try {
  await ensureInstalled()
  const run = spawnSync(await pinnedNode(), [join(PROJECT, 'src', 'mingxi.ts'), ...process.argv.slice(2)], {
    env: pinnedEnvironment(),
    stdio: 'inherit',
  })
  process.exitCode = run.status ?? 1
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  console.error(error.message)
  process.exitCode = 1
}
