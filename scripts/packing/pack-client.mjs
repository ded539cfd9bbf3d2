// Compiles the client package and packs it into the file that programs of customers install.
//   node scripts/packing/pack-client.mjs [folder, pack]
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled, PROJECT, pinnedEnvironment } from '../provision.mjs'

const CLIENT = join(PROJECT, 'packages/client')

await ensureInstalled()
const target = resolve(process.argv[2] ?? join(PROJECT, 'pack'))
mkdirSync(target, { recursive: true })
rmSync(join(CLIENT, 'dist'), { recursive: true, force: true })
run(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', CLIENT])
run('npm', ['pack', CLIENT, '--pack-destination', target])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: pinnedEnvironment() })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
