import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { type Running, startServer } from '../measure.ts'
import type { Relay } from './relay.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

export interface Laboratory {
  webs: Running[]
  worker: Running
  cluster: Cluster
  relay: Relay
  settings: Record<string, string>
}

/** How long something that hangs does so. */
const HANG_MS = [1000, 7000] as const
/** The statement timeout and the requests of before have ended by then. */
const REST_MS = [500, 3000] as const

let started = 0
const alive = new Set<number>()
// No process outlives a run that fails.
process.once('exit', () => {
  for (const pid of alive) signal(pid, 'SIGKILL')
})

/** Each process has a folder of its own, as hosts have; the orders of these customers have no files. */
export async function serviceOf(name: 'web' | 'worker', settings: Record<string, string>): Promise<Running> {
  started += 1
  const running = await startServer(['src/main.ts'], {
    ...settings,
    SERVICES: name,
    DATA_DIR: join(settings.DATA_DIR ?? '', String(started)),
  })
  alive.add(running.pid)
  const stop: Running['stop'] = async (by) => {
    await running.stop(by)
    alive.delete(running.pid)
  }
  return { ...running, stop }
}

/** One fault of each kind; each ends with everything running again. */
export const faults: Record<string, (laboratory: Laboratory) => Promise<void>> = {
  'kill a web host': async (laboratory) => {
    const at = Math.floor(Math.random() * laboratory.webs.length)
    await laboratory.webs[at]?.stop('SIGKILL')
    await pause(HANG_MS)
    laboratory.webs[at] = await serviceOf('web', laboratory.settings)
  },
  'kill the worker': async (laboratory) => {
    await laboratory.worker.stop('SIGKILL')
    await pause(HANG_MS)
    laboratory.worker = await serviceOf('worker', laboratory.settings)
  },
  'kill the database': async ({ cluster }) => {
    process.kill(postmaster(cluster), 'SIGKILL')
    await pause(HANG_MS)
    await cluster.restart()
  },
  'freeze the database': ({ cluster }) => hung(sessionsOf(cluster)),
  'freeze a web host': async ({ webs }) => {
    const web = webs[Math.floor(Math.random() * webs.length)]
    if (web) await hung([web.pid])
  },
  'freeze the worker': ({ worker }) => hung([worker.pid]),
  'half-open connections to the database': async ({ relay }) => {
    relay.freeze()
    await pause(HANG_MS)
    relay.heal()
  },
}

/** One fault after the other, the kinds in turn, until the time is over. Answers how many of each kind there were. */
export async function trouble(
  laboratory: Laboratory,
  isOver: () => boolean,
  note: (name: string) => void,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (;;) {
    for (const [name, strike] of Object.entries(faults)) {
      await pause(REST_MS)
      if (isOver()) return counts
      note(name)
      await strike(laboratory)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
}

/** As behind a frozen disk or on a machine that swaps: nothing moves, no connection ends. */
async function hung(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await pause(HANG_MS)
  for (const pid of pids) signal(pid, 'SIGCONT')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // A session that has ended meanwhile.
  }
}

function postmaster({ folder }: Cluster): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

function sessionsOf(cluster: Cluster): number[] {
  const main = postmaster(cluster)
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [main, ...children]
}

function pause([least, most]: readonly [number, number]): Promise<void> {
  return sleep(least + Math.random() * (most - least))
}
