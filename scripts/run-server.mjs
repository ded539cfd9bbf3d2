// Starts the real server for journeys and screenshots: the pinned Node on src/main.ts, on a free port, with a separate data
// folder. The server ends when its IPC channel closes, so it never outlives this process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'
import { serverFlags } from './server-flags.mjs'

const START_LIMIT_MS = 120_000
const LOG_LIMIT = 200_000

/**
 * @param {Record<string, string>} settings environment of the server; PORT and DATA_DIR are chosen when absent
 * @param {{ movableClock?: boolean }} options with `movableClock` the time of the server can be moved forward by `advance`
 * @returns {Promise<{ url: string, pid: number, dataFolder: string, log: () => string, outbox: () => OutboxLine[],
 *   kill: (signal: NodeJS.Signals) => void, advance: (ms: number) => Promise<void>, stop: () => Promise<void> }>}
 * @typedef {{ at: string, channel: string, to: string, template: string, text: string }} OutboxLine
 */
export async function startServer(settings = {}, { movableClock = false } = {}) {
  const ownFolder = settings.DATA_DIR ? undefined : mkdtempSync(join(tmpdir(), 'mingxi-server-'))
  const dataFolder = settings.DATA_DIR ?? ownFolder
  const server = spawn(
    await pinnedNode(),
    [
      ...serverFlags({ ...process.env, ...settings }),
      ...(movableClock ? ['--import', join(PROJECT, 'e2e/movable-clock.ts')] : []),
      join(PROJECT, 'src/main.ts'),
    ],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: pinnedEnvironment({
        NODE_ENV: 'production',
        DATABASE_URL: '',
        DEMO: 'on',
        PORT: '0',
        DATA_DIR: dataFolder,
        ...settings,
      }),
    },
  )
  let log = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (log = (log + text).slice(-LOG_LIMIT)))
  }
  const exited = new Promise((resolve) => server.on('exit', (code, signal) => resolve(code ?? signal)))
  const removeFolder = () => ownFolder && rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5 })
  const address = /http:\/\/[^\s"]+/
  await Promise.race([waitFor(() => address.test(log)), exited])
  if (!address.test(log) || server.exitCode !== null) {
    server.kill('SIGKILL')
    removeFolder()
    throw new Error(`the server did not start:\n${log}`)
  }
  return {
    url: log.match(address)[0],
    pid: server.pid,
    dataFolder,
    log: () => log,
    outbox: () => readLines(join(dataFolder, 'outbox.jsonl')),
    kill: (signal) => server.kill(signal),
    async advance(ms) {
      const moved = once(server, 'message')
      server.send({ advance: ms })
      await moved
    },
    async stop() {
      server.kill('SIGTERM')
      const code = await exited
      removeFolder()
      // The last line of the log comes first, because summaries show only the first line of an error.
      const lastLine = log.trimEnd().split('\n').at(-1)
      if (code !== 0) throw new Error(`the server did not stop cleanly (${code}): ${lastLine}\n${log.slice(-4000)}`)
    },
  }
}

async function waitFor(condition) {
  const deadline = Date.now() + START_LIMIT_MS
  while (!condition() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 25))
}

function readLines(path) {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
