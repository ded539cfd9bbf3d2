// `npm run pack [folder]`: makes a folder with everything that a server needs: the sources that run, the built pages, the production packages
// and one Node. `./start` starts the server, `./mingxi VERB` is its command line, `./healthcheck` asks it whether it is ready. It runs only on
// the platform on which it was packed. Decisions 0044 and 0092.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import { billOfMaterials, productionPackages } from './packing/bill-of-materials.mjs'
import { compressFolder } from './packing/compress-assets.mjs'
import { hasLicenceFile, isNeededOfPackage, isNeededOfSources } from './packing/packed-files.mjs'
import { ensureInstalled, ensurePagesBuilt, PROJECT, pinnedNode } from './provision.mjs'
import { removeUnusedParts } from './packing/unused-parts.mjs'

const SOURCES = ['demo', 'deploy', 'migrations', 'src']
const AS_THEY_ARE = [
  '.env.example',
  'build',
  'docs/OPERATIONS.md',
  'docs/operations',
  'package.json',
  'scripts/server-flags.mjs',
  'scripts/healthcheck.mjs',
]
/** The image has a shell and no other program, so the folder is found without `dirname`. */
const program = (command) => `#!/bin/sh
# Settings are environment variables (docs/OPERATIONS.md). Files that are typed mean the folder in which they are typed.
export INIT_CWD="$PWD"
case $0 in */*) cd "\${0%/*}" || exit 1 ;; esac
export NODE_ENV=production
# What the sentences of the command line call it (src/app/commands/command.ts).
export MINGXI_COMMAND="\${MINGXI_COMMAND:-./mingxi}"
exec node_modules/.bin/node ${command}
`
const PROGRAMS = {
  start: program('$(node_modules/.bin/node scripts/server-flags.mjs) src/main.ts'),
  mingxi: program('src/mingxi.ts "$@"'),
  healthcheck: program('scripts/healthcheck.mjs "$@"'),
}

/** @param {string} target the folder, which is created or replaced */
export async function pack(target) {
  await ensureInstalled()
  const node = await pinnedNode()
  await ensurePagesBuilt(node)
  if (existsSync(target) && !existsSync(join(target, 'start')))
    throw new Error(`${target} exists and was not made by this script`)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'node_modules', '.bin'), { recursive: true })
  for (const path of SOURCES) copy(path, target, isNeededOfSources)
  for (const path of AS_THEY_ARE) copy(path, target)
  await compressFolder(join(target, 'build', 'client'), constants.BROTLI_MAX_QUALITY)
  // Optional packages of other platforms are in the record but not installed.
  const packages = productionPackages().filter(([path]) => existsSync(join(PROJECT, path)))
  for (const [path] of packages) copyPackage(path, target)
  cpSync(node, join(target, 'node_modules', '.bin', basename(node)))
  removeUnusedParts(join(target, 'node_modules'))
  writeFileSync(join(target, 'commit'), commit())
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(packages), null, 1)}\n`)
  for (const [name, text] of Object.entries(PROGRAMS)) {
    writeFileSync(join(target, name), text)
    chmodSync(join(target, name), 0o755)
  }
}

/** The server says which commit it runs (src/platform/version.ts). Empty when this is no checkout. */
function commit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: PROJECT, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}

/** @param {(path: string) => boolean} isNeeded gets paths from the root of the project */
function copy(path, target, isNeeded = () => true) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(PROJECT, path), join(target, path), {
    recursive: true,
    filter: (from) => isNeeded(relative(PROJECT, from)),
  })
}

function copyPackage(path, target) {
  const licence = hasLicenceFile(readdirSync(join(PROJECT, path)))
  // Nested packages are separate entries of the list.
  copy(path, target, (from) => from !== join(path, 'node_modules') && isNeededOfPackage(from, licence))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? join(PROJECT, 'pack'))
  await pack(target)
  console.log(target)
}
