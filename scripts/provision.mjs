// Prepares a fresh clone with only Node 20 and npm: installs packages and the pinned Node and builds the pages.
// Plain JavaScript without dependencies, because it runs before they are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './build-lock.mjs'
import { keepFormerAssets, takePlaceOf } from './packing/former-assets.mjs'
import { removeUnusedParts } from './packing/unused-parts.mjs'

export const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULES = join(PROJECT, 'node_modules')
const NODE_FILE = process.platform === 'win32' ? 'node.exe' : 'node'
const QUIET = ['--no-fund', '--loglevel=error']
const INSTALLED_MARKER = join(MODULES, '.mingxi-installed')
const BUILD = join(PROJECT, 'build')
const BUILT_MARKER = join(BUILD, '.sources-hash')
/** The folder in which the next release is built while the current one is served. */
const NEXT_BUILD = join('node_modules', '.cache', 'mingxi-next-build')

const BUILD_LOCK = join(MODULES, '.cache', 'mingxi-build.lock')

/** The modules that vite.config.ts imports. */
const BUILD_PLUGINS = ['scripts/packing/compress-assets.mjs', 'scripts/inline-script.mjs']

/** A failed command with a message for the user, printed without a stack. */
export class CommandFailed extends Error {
  constructor(message, code) {
    super(message)
    this.code = code
  }
}

/** Installs the locked packages unless exactly these are installed. */
export async function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    throw new CommandFailed(`需要 Node.js 20 或更新版本，当前为 ${process.version}。Node.js 20 or later is needed.`, 1)
  }
  const lockHash = sha256(readFileSync(join(PROJECT, 'package-lock.json')))
  if (readText(INSTALLED_MARKER) === lockHash) return
  if (!installedByHand()) {
    console.log('正在安装依赖，首次约需半分钟… Installing packages …')
    await installPackages()
  }
  removeUnusedParts(MODULES)
  writeFileSync(INSTALLED_MARKER, lockHash)
}

/**
 * Installs the packages and, at the same time, the pinned Node. The only script of a package would be the one of `node`, which downloads
 * its binary after everything else.
 */
async function installPackages() {
  const home = mkdtempSync(join(tmpdir(), 'mingxi-node-'))
  try {
    const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
    // The pages are built here, so the build tools are needed even when NODE_ENV is production.
    const [binary] = await Promise.all([
      // Without the binary pinnedNode() tries once more and says what failed.
      downloadNode(home, dependencies.node).catch(() => undefined),
      runNpm(['ci', '--include=dev', '--prefer-offline', '--ignore-scripts', '--no-audit', ...QUIET]),
    ])
    const target = join(MODULES, 'node', 'bin')
    if (binary && isBinary(binary)) {
      mkdirSync(target, { recursive: true })
      copyFileSync(binary, join(target, NODE_FILE))
      // npm links commands only when their file exists while it installs.
      if (process.platform !== 'win32')
        symlinkSync(join('..', 'node', 'bin', NODE_FILE), join(MODULES, '.bin', NODE_FILE))
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Installs the package that contains Node for this platform below `home`; returns the path of the binary. */
async function downloadNode(home, version) {
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const name = platformPackage()
  await runNpm([
    'install',
    '--prefix',
    home,
    '--no-save',
    '--prefer-offline',
    '--ignore-scripts',
    ...QUIET,
    `${name}@${version}`,
  ])
  return join(home, 'node_modules', name, 'bin', NODE_FILE)
}

/** The path of the pinned Node: the binary itself, because a shell wrapper would not forward signals. */
export async function pinnedNode() {
  const fromPackage = join(MODULES, 'node', 'bin', NODE_FILE)
  if (isBinary(fromPackage)) return fromPackage
  // With --ignore-scripts the package `node` has no binary; the package of this platform contains it.
  const { version } = JSON.parse(readFileSync(join(MODULES, 'node', 'package.json'), 'utf8'))
  const home = join(MODULES, '.cache', `pinned-node-${version}`)
  const packageName = platformPackage()
  const binary = join(home, 'node_modules', packageName, 'bin', NODE_FILE)
  if (!isBinary(binary)) {
    console.log(`正在下载 Node.js ${version}… Fetching Node.js ${version} …`)
    mkdirSync(home, { recursive: true })
    await downloadNode(home, version)
  }
  if (!isBinary(binary))
    throw new CommandFailed(`${packageName}@${version} brought no Node binary for this platform`, 1)
  return binary
}

/** Whether the pages were built from exactly these sources. */
export function arePagesBuilt() {
  return isBuiltFrom(sourcesHash())
}

/** Builds the pages unless the existing build was made from exactly these sources. */
export async function ensurePagesBuilt(node) {
  const hash = sourcesHash()
  if (isBuiltFrom(hash)) return
  await oneAtATime(BUILD_LOCK, async () => {
    // Another process may have built them meanwhile.
    if (!isBuiltFrom(hash)) await buildPages(node, hash)
  })
}

function isBuiltFrom(hash) {
  return readText(BUILT_MARKER) === hash && existsSync(join(BUILD, 'server'))
}

async function buildPages(node, hash) {
  console.log('正在构建页面… Building the pages …')
  rmSync(join(PROJECT, NEXT_BUILD), { recursive: true, force: true })
  await run(node, [join(MODULES, '@react-router/dev/bin.cjs'), 'build', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production', MINGXI_BUILD_FOLDER: NEXT_BUILD },
  })
  const next = join(PROJECT, NEXT_BUILD)
  keepFormerAssets(BUILD, next)
  writeFileSync(join(next, '.sources-hash'), hash)
  takePlaceOf(BUILD, next)
}

/** The environment for the pinned Node, with a compile cache that makes the second start faster. */
export function pinnedEnvironment(extra = {}) {
  return { NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node-compile'), ...process.env, ...extra }
}

const running = new Set()
/** Ends the running npm and build processes; returns whether there were any. */
export function endRunningCommand(signal) {
  return [...running].map((child) => child.kill(signal)).includes(true)
}

/** Runs a command to its end; rejects with CommandFailed when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // stdin is closed, so that a prompt fails instead of waiting forever.
    const child = spawn(command, args, { cwd: PROJECT, stdio: ['ignore', 'inherit', 'inherit'], ...options })
    running.add(child)
    child.on('error', (error) => reject(new CommandFailed(`${command} could not be started: ${error.message}`, 1)))
    child.on('exit', (code, signal) => {
      running.delete(child)
      if (code === 0) resolve()
      else reject(new CommandFailed(`${[command, ...args].join(' ')} failed (${signal ?? code})`, code ?? 1))
    })
  })
}

function runNpm(args) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js')
    ? run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args])
    : run('npm', args, process.platform === 'win32' ? { shell: true } : {})
}

/** Whether somebody ran `npm ci`: then npm's record in node_modules has the same packages as the lock file. */
function installedByHand() {
  const record = readText(join(MODULES, '.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  const locked = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

/** When its download failed, the package contains a small text file instead; a Node binary has about 100 MB. */
function isBinary(path) {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000
}

function sourcesHash() {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(PROJECT, path)))
      .update('\0')
  for (const file of ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', ...BUILD_PLUGINS]) {
    if (existsSync(join(PROJECT, file))) add(file)
  }
  for (const folder of ['src', 'public']) {
    if (!existsSync(join(PROJECT, folder))) continue
    const files = readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(PROJECT.length + 1))
    for (const file of files.sort()) add(file)
  }
  return hash.digest('hex')
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
