import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Agent, get } from 'node:http'
import autocannon from 'autocannon'
import { serverFlags } from '../scripts/server-flags.mjs'

/** Median with spread, because a single value means little on a shared machine. */
export interface Spread {
  median: number
  least: number
  most: number
}

export function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  }
}

export function show({ median, least, most }: Spread, digits = 0): string {
  const text = (n: number) => n.toFixed(digits)
  return `${text(median)} [${text(least)}–${text(most)}]`
}

/** Ratio of two series measured alternately in one run: median of the pairwise ratios, with their spread. */
export function ratio(ours: number[], bare: number[]): Spread {
  return spread(ours.map((value, i) => value / (bare[i] ?? Number.NaN)))
}

export interface Running {
  url: string
  pid: number
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts a Node script with the pinned runtime and waits until it prints its address. With taskset, core 0 runs the server and core 1 the load. */
export async function startServer(
  args: string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<Running> {
  const flags = args[0] === 'src/main.ts' ? serverFlags({ ...process.env, ...env }) : []
  const command = [process.execPath, ...flags, ...args]
  const [program, ...rest] = existsSync('/usr/bin/taskset') ? ['taskset', '-c', '0', ...command] : command
  const child = spawn(program as string, rest, {
    cwd,
    // Like `npm start`; otherwise React uses its development build, which is three times slower.
    env: { NODE_ENV: 'production', DEMO: 'on', ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      // A worker has no address.
      const found = /http:\/\/[\w.:-]+|\(worker\)/.exec(output)
      if (found) resolve(found[0])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  return { url, pid: child.pid ?? 0, output: () => output, stop: (signal = 'SIGTERM') => end(child, signal) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export interface Load {
  perSecond: number
  p99Ms: number
  errors: number
}

/** Limited load on a loopback address. Every connection sends `requests` in rotation. */
export async function load(
  url: string,
  options: { connections: number; seconds: number; requests?: autocannon.Request[]; headers?: Record<string, string> },
): Promise<Load> {
  if (!/^http:\/\/(127\.0\.0\.1|localhost):/.test(url)) throw new Error('load goes to loopback only')
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    ...(options.requests ? { requests: options.requests } : {}),
    ...(options.headers ? { headers: options.headers } : {}),
  })
  return { perSecond: result.requests.average, p99Ms: result.latency.p99, errors: result.errors + result.non2xx }
}

/** The body as sent, because fetch() would decompress it. Fails when the status is not the expected one. */
export function rawBody(
  url: string,
  headers: Record<string, string> = {},
  agent?: Agent,
  status = 200,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, ...(agent ? { agent } : {}) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === status) resolve(Buffer.concat(chunks))
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    }).on('error', reject)
  })
}

/** Percentile by nearest rank: p99 of a hundred values is the second largest. */
export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/**
 * Milliseconds of processor time that a process, and the PostgreSQL sessions of a database, have used so far. On a shared machine this is the
 * cost of a request, while elapsed time includes waiting for other processes.
 */
export function processorMs(pid: number, database?: string): number {
  const sessions = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isSessionOf(name, database))
  return [String(pid), ...sessions].reduce((sum, each) => sum + ticksOf(each) * 10, 0)
}

function isSessionOf(pid: string, database: string | undefined): boolean {
  return database !== undefined && readProc(`/proc/${pid}/cmdline`).startsWith(`postgres: postgres ${database} `)
}

function ticksOf(pid: string): number {
  // The name in brackets may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** A process may end while its file is read. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
