// `npm start` is three processes: npm, the boot script, the server. When one ends, all must end and unlock the data folder;
// otherwise a supervisor that restarts the service would find the folder in use.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ensurePagesBuilt, PROJECT, pinnedNode } from './provision.mjs'

const dataFolder = mkdtempSync(join(tmpdir(), 'mingxi-start-'))
const started = []

beforeAll(async () => ensurePagesBuilt(await pinnedNode()), 120_000)
afterEach(() => {
  for (const { pids } of started.splice(0)) for (const pid of pids()) kill(pid, 'SIGKILL')
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))

const CASES = ['npm', 'boot', 'server'].flatMap((who) => ['SIGTERM', 'SIGKILL'].map((signal) => [signal, who]))

test.each(CASES)(
  '%s to %s alone leaves no process behind, and the next start finds the folder free',
  async (signal, who) => {
    const run = start()
    await run.address()
    const family = run.family()
    expect(family).toMatchObject({ npm: expect.any(Number), boot: expect.any(Number), server: expect.any(Number) })
    kill(family[who], signal)
    await expect.poll(() => Object.values(family).filter(isRunning), { timeout: 30_000, interval: 100 }).toEqual([])
  },
  200_000,
)

test('a starting server ends when its boot script is killed', async () => {
  const run = start()
  await expect.poll(() => run.family().server, { timeout: 60_000, interval: 10 }).toEqual(expect.any(Number))
  const { boot, server } = run.family()
  kill(boot, 'SIGKILL')
  await expect.poll(() => isRunning(server), { timeout: 120_000, interval: 100 }).toBe(false)
}, 200_000)

test('[Q-249] the exit code of the server is returned, which ends the restarts of systemd, and a wrong setting prints one clear message without a stack', async () => {
  const run = start({ PORT: 'nonsense' })
  expect(await run.exited).toBe(78)
  expect(run.output()).toContain('PORT')
  expect(run.output()).not.toContain('    at ')
}, 200_000)

test('[Q-249] a server whose database does not answer yet ends with 1, so that systemd starts it again', async () => {
  const run = start({ DATABASE_URL: 'postgres://mingxi@127.0.0.1:1/mingxi' })
  expect(await run.exited).toBe(1)
  expect(run.output()).toContain('无法连接数据库')
  expect(run.output()).not.toContain('    at ')
}, 200_000)

function start(extra = {}) {
  const env = { ...process.env, PORT: '0', DATA_DIR: dataFolder, DATABASE_URL: '', LOG_LEVEL: 'silent', ...extra }
  // Removes variables of npm and of the test runner, which must not reach the server.
  for (const name of Object.keys(env)) if (/^(npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$)/.test(name)) delete env[name]
  const npm = spawn('npm', ['start'], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more))
  const known = new Set([npm.pid])
  const run = {
    output: () => text,
    exited: new Promise((resolve) => npm.on('close', resolve)),
    family() {
      const boot = childOf(npm.pid, 'start.mjs')
      const server = boot && childOf(boot, 'main.ts')
      for (const pid of [boot, server]) if (pid) known.add(pid)
      return { npm: npm.pid, boot, server }
    },
    pids: () => known,
    async address() {
      await expect.poll(() => text, { timeout: 120_000, interval: 50 }).toMatch(/http:\/\/\S+/)
      return text.match(/http:\/\/\S+/)[0]
    },
  }
  started.push(run)
  return run
}

function childOf(parent, script) {
  const line = processes().find(({ ppid, args }) => ppid === parent && args.includes(script))
  return line?.pid
}

/** An ended process stays listed as a zombie until its parent has waited for it. */
function isRunning(pid) {
  return processes().some((line) => line.pid === pid && !line.state.startsWith('Z'))
}

function processes() {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return stdout.split('\n').map((line) => {
    const [pid, ppid, state, ...args] = line.trim().split(/\s+/)
    return { pid: Number(pid), ppid: Number(ppid), state: state ?? '', args: args.join(' ') }
  })
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
