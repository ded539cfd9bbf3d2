// `npm start`: installs and builds what is missing, then runs the server on the pinned Node.
// When npm, this process or the server ends, by any signal, the others end too:
//   npm ended        this process detects that its parent changed, and ends the server
//   this one ended   the server detects that its IPC channel closed, and drains
//   server ended     this process ends with the same exit code
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import {
  CommandFailed,
  endRunningCommand,
  ensureInstalled,
  arePagesBuilt,
  ensurePagesBuilt,
  PROJECT,
  pinnedEnvironment,
  pinnedNode,
  run,
} from './provision.mjs'
import { serverFlags } from './server-flags.mjs'

const PARENT_POLL_MS = 250
/** The server drains within 12 s after its delay; after this time it is killed. */
const DRAIN_LIMIT_MS = 15_000 + (Number(process.env.DRAIN_DELAY_SECONDS) || 0) * 1000

const parentAtStart = process.ppid
const dev = process.argv.includes('--dev')
const serverArguments = process.argv.slice(2).filter((argument) => argument !== '--dev')
let server
let ending = false

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(signal))
watchParent()

try {
  await ensureInstalled()
  const node = await pinnedNode()
  // A new demo is made by the server, which first moves the folder of the former one aside.
  const prepare = serverArguments.includes('--new-demo') ? undefined : prepareDatabase
  if (!dev && !arePagesBuilt()) await Promise.all([ensurePagesBuilt(node), prepare?.(node)])
  if (!ending) runServer(node)
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  if (!ending) console.error(error.message)
  process.exit(ending ? 0 : error.code)
}

/** Fills a first database while the pages are built. A fault is left to the server, which meets it too and prints it. */
async function prepareDatabase(node) {
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc']
  const env = pinnedEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' })
  await run(node, [...serverFlags(), join(PROJECT, 'src', 'prepare.ts')], { stdio, env }).catch(() => undefined)
}

function runServer(node) {
  server = spawn(node, [...serverFlags(), join(PROJECT, 'src', 'main.ts'), ...serverArguments], {
    cwd: PROJECT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: pinnedEnvironment(
      dev ? { MINGXI_DEV: '1', NODE_ENV: 'development' } : { NODE_ENV: process.env.NODE_ENV ?? 'production' },
    ),
  })
  server.on('error', (error) => {
    console.error(`${node} could not be started: ${error.message}`)
    process.exit(1)
  })
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** The terminal also sends Ctrl-C to the server, so the server may get two signals; it starts draining only once. */
function end(signal) {
  if (ending) return
  ending = true
  if (server === undefined) {
    if (!endRunningCommand(signal)) process.exit(128 + constants.signals[signal])
    return
  }
  server.kill('SIGTERM')
  setTimeout(() => server.kill('SIGKILL'), DRAIN_LIMIT_MS).unref()
}

/** A killed npm forwards no signal, so its end must be detected. Without npm the parent is a shell, which may end while the server continues. */
function watchParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => {
    if (process.ppid !== parentAtStart) end('SIGTERM')
  }, PARENT_POLL_MS).unref()
}
