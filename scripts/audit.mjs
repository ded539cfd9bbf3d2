// `npm run audit:check`: checks the audit log against its chain from the command line, on the pinned Node (docs/OPERATIONS.md).
import { spawnSync } from 'node:child_process'
import { CommandFailed, ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

try {
  await ensureInstalled()
  const run = spawnSync(await pinnedNode(), ['src/app/check-audit.ts', ...process.argv.slice(2)], {
    cwd: PROJECT,
    env: pinnedEnvironment({ LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' }),
    stdio: 'inherit',
  })
  process.exitCode = run.status ?? 1
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  console.error(error.message)
  process.exitCode = 1
}
