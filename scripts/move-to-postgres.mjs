// `npm run move-to-postgres`: runs the copy of the embedded database to DATABASE_URL on the pinned Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

await ensureInstalled()
const { status } = spawnSync(await pinnedNode(), [join(PROJECT, 'src/move-to-postgres.ts')], {
  cwd: PROJECT,
  stdio: 'inherit',
  env: pinnedEnvironment(),
})
process.exit(status ?? 1)
