import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** All namespaces of this program; leftovers of a run that was killed are found by it. */
const PREFIX = 'mxhosts-'

export interface Started {
  pid: number
  child: ChildProcess
  end: (signal?: NodeJS.Signals) => Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  /** Where stdout and stderr go. */
  log: string
  /** PostgreSQL does not run as root. */
  owner?: { uid: number; gid: number } | undefined
}

/** Hosts as network namespaces on one bridge; nothing is reachable from outside of them. */
export class Network {
  #hosts: readonly string[]
  #started: Started[] = []

  constructor(hosts: readonly string[]) {
    this.#hosts = hosts
    removeNamespaces()
    ip('netns', 'add', `${PREFIX}net`)
    ip('-n', `${PREFIX}net`, 'link', 'add', 'br0', 'type', 'bridge')
    ip('-n', `${PREFIX}net`, 'link', 'set', 'br0', 'up')
    for (const [at, host] of hosts.entries()) {
      const space = PREFIX + host
      ip('netns', 'add', space)
      ip('-n', space, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', `v${at}`, 'netns', `${PREFIX}net`)
      ip('-n', `${PREFIX}net`, 'link', 'set', `v${at}`, 'master', 'br0', 'up')
      ip('-n', space, 'addr', 'add', `${this.address(host)}/24`, 'dev', 'eth0')
      ip('-n', space, 'link', 'set', 'eth0', 'up')
      ip('-n', space, 'link', 'set', 'lo', 'up')
    }
  }

  address(host: string): string {
    return `10.77.0.${10 + this.#hosts.indexOf(host)}`
  }

  start(host: string, command: readonly string[], { env = {}, log, owner }: StartOptions): Started {
    const file = openSync(log, 'a')
    const child = spawn('ip', [...inside(host), ...asUser(owner), ...command], {
      env: { ...process.env, ...env },
      stdio: ['ignore', file, file],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const started = {
      pid: child.pid as number,
      child,
      end: async (signal: NodeJS.Signals = 'SIGTERM') => {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal)
        await Promise.race([ended, sleep(15_000).then(() => child.kill('SIGKILL'))])
      },
    }
    this.#started.push(started)
    return started
  }

  /** Runs a command to its end and answers what it printed. */
  async run(
    host: string,
    command: readonly string[],
    { env = {}, owner }: Omit<StartOptions, 'log'> = {},
  ): Promise<string> {
    const child = spawn('ip', [...inside(host), ...asUser(owner), ...command], { env: { ...process.env, ...env } })
    let out = ''
    let errors = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (errors += chunk))
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${command.join(' ')} on ${host} ended with ${code}: ${errors.slice(-2000)}`)
    return out
  }

  /** As if the host lost power: every process in it, without a farewell. */
  killHost(host: string): void {
    for (const pid of pidsIn(PREFIX + host)) kill(pid)
  }

  /** As if somebody pulled its cable: nothing arrives any more, and nobody is told. */
  cut(host: string): void {
    ip('-n', PREFIX + host, 'link', 'set', 'eth0', 'down')
  }

  async remove(): Promise<void> {
    await Promise.all(this.#started.map(({ end }) => end('SIGKILL')))
    removeNamespaces()
  }
}

function inside(host: string): string[] {
  return ['netns', 'exec', PREFIX + host]
}

function asUser(owner: { uid: number; gid: number } | undefined): string[] {
  return owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
}

function removeNamespaces(): void {
  const list = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout
  for (const line of list.split('\n')) {
    const name = line.split(' ')[0] ?? ''
    if (!name.startsWith(PREFIX)) continue
    for (const pid of pidsIn(name)) kill(pid)
    ip('netns', 'del', name)
  }
}

function pidsIn(space: string): number[] {
  return spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean).map(Number)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}

/** Processor time so far, in milliseconds, of a process and its children. */
export function cpuMs(pid: number): number {
  const own = statOf(pid)
  if (!own) return 0
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)
  // Children that have ended are part of the parent's third and fourth number.
  const live = children.map((child) => statOf(child)).reduce((sum, stat) => sum + (stat ? stat.own : 0), 0)
  return own.own + own.ended + live
}

const TICK_MS = 10

function statOf(pid: number): { own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS }
  } catch {
    return undefined
  }
}
