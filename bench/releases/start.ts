import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb, show, spread } from '../measure.ts'

/**
 * Measures the time from a fresh clone to the first page, a warm start, memory when idle, installed size and number of packages, with `npm start`.
 * Run: node bench/releases/start.ts [fresh clones] [warm starts]
 */
const [clones = 3, warmStarts = 5] = process.argv.slice(2).map(Number)
const port = 4170 + Math.floor(Math.random() * 400)
const fresh: number[] = []
const warm: number[] = []
const memoryMb: number[] = []
for (let n = 0; n < clones; n++) {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-clone-'))
  execFileSync('git', ['clone', '--quiet', process.cwd(), folder])
  fresh.push(await timeToPage(folder))
  if (n === clones - 1) {
    for (let w = 0; w < warmStarts; w++) warm.push(await timeToPage(folder, (pid) => memoryMb.push(residentMb(pid))))
    const size = execFileSync('du', ['-sm', join(folder, 'node_modules')])
      .toString()
      .split('\t')[0]
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; optional?: boolean }>
    }
    const packages = Object.entries(lock.packages).filter(([name]) => name !== '')
    const installed = packages.filter(([name]) => existsSync(join(folder, name)))
    console.log(
      `installed ${size} MB; ${installed.length} packages, ${packages.filter(([, p]) => !p.dev).length} needed to run`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  `fresh clone to first page ${show(spread(fresh), 1)} s (npm cache warm), warm start ${show(spread(warm), 2)} s, memory at rest ${show(spread(memoryMb))} MB`,
)

async function timeToPage(folder: string, atRest?: (pid: number) => void): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), PATH: pathWithoutOurs(), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  })
  const seconds = await firstPage(started)
  if (atRest) {
    await sleep(8000)
    atRest(serverPid(folder))
  }
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await once(child, 'exit')
  await sleep(1500)
  return seconds
}

async function firstPage(started: number): Promise<number> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer?.ok && (await answer.text()).includes('<h1')) return (performance.now() - started) / 1000
    if (performance.now() - started > 300_000) throw new Error('no page within five minutes')
    await sleep(20)
  }
}

/** The PATH without the tools of this checkout, so that the clone uses its own. */
function pathWithoutOurs(): string {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((part) => !part.startsWith(process.cwd()))
    .join(':')
}

function serverPid(folder: string): number {
  const lock = readFileSync(join(folder, 'data/mingxi.lock'), 'utf8')
  return Number(lock.split(' ')[0])
}
