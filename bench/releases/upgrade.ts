import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { startProxy } from '../../scripts/proxies/start-proxy.mjs'
import { pack } from '../../scripts/pack.mjs'
import { addExpansion, backfillDone, shareFormerAssets } from './upgrade-changes.ts'
import { UpgradeLoad } from './upgrade-load.ts'
import { packedRelease, serve, type Served } from './upgrade-processes.ts'

/**
 * A rolling upgrade under load. Two web processes and a worker of the last release run behind nginx with deploy/nginx.conf, while pages, scripts,
 * searches, sign-ins, calls and orders are asked for. Then as the manual says: the schema is migrated by the new release, the worker and the web
 * processes are replaced one after the other, a backfill runs. Prints failed requests by phase and kind; ends with 1 when there are any, when an
 * acknowledged order is missing, or when the books do not agree.
 * Run: node bench/releases/upgrade.ts [requests] [packed tree of the former release] [packed tree of the new one]
 * Needs PostgreSQL and nginx. Without a tree it packs the commit that released last, or the present sources, which takes some minutes.
 */
const [requestsText = '10000', formerTree, nextTree] = process.argv.slice(2)
const wanted = Number(requestsText)
const PORTS = { front: 41_200, web: [41_201, 41_202], worker: 41_203, plain: 41_204 } as const
const CLIENTS = 8

const folder = mkdtempSync(join(tmpdir(), 'mingxi-upgrade-'))
const former = formerTree ? resolve(formerTree) : await packedRelease(join(folder, 'former'))
const next = nextTree ? resolve(nextTree) : join(folder, 'next')
if (!nextTree) await pack(next)
addExpansion(next)

const cluster = await startCluster({ durable: true })
const running: Served[] = []
const data = (name: string) => join(folder, name)
const settings = {
  DATABASE_URL: cluster.url,
  DEMO: 'on',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '127.0.0.1',
  DRAIN_DELAY_SECONDS: '3',
}
const web = (tree: string, at: 0 | 1) =>
  serve(tree, { ...settings, SERVICES: 'web', PORT: String(PORTS.web[at]), DATA_DIR: data(`web${at}`) }, PORTS.web[at])
const worker = (tree: string) =>
  serve(
    tree,
    { ...settings, SERVICES: 'worker', HEALTH_PORT: String(PORTS.worker), DATA_DIR: data('worker') },
    PORTS.worker,
  )

let load: UpgradeLoad | undefined
let nginx: Awaited<ReturnType<typeof startProxy>> | undefined
try {
  running.push(await web(former, 0))
  running.push(await web(former, 1), await worker(former))
  const { front, plain, web: upstreams } = PORTS
  nginx = await startProxy('nginx', {
    folder: data('nginx'),
    port: plain,
    securePort: front,
    upstreams: [...upstreams],
  })
  load = await UpgradeLoad.start(nginx, CLIENTS)
  await load.until(wanted * 0.2)
  load.phase('the former release alone')

  for (const at of [0, 1]) shareFormerAssets(former, data(`web${at}`))
  execFileSync(join(next, 'node_modules/.bin/node'), ['src/mingxi.ts', 'migrate'], {
    cwd: next,
    env: { ...process.env, ...settings, DATA_DIR: data('migrate') },
    stdio: 'inherit',
  })
  await load.until(wanted * 0.35)
  load.phase('the former release on the new schema')

  await replace(2, () => worker(next))
  await load.until(wanted * 0.45)
  load.phase('the new worker')
  await replace(0, () => web(next, 0))
  await load.until(wanted * 0.65)
  load.phase('one web process of each release')
  await replace(1, () => web(next, 1))
  await load.until(wanted * 0.8)
  load.phase('the new release')
  for (const at of [0, 1] as const) await replace(at, () => web(next, at))
  await load.until(wanted)
  load.phase('restart of both')
  const filled = await backfillDone(cluster.url)
  const { failed, orders } = await load.stop()
  const kept = await load.countKept(cluster.url)
  execFileSync(join(next, 'node_modules/.bin/node'), ['src/mingxi.ts', 'books'], {
    cwd: next,
    env: { ...process.env, ...settings, DATA_DIR: data('books') },
    stdio: 'inherit',
  })
  console.log(`orders acknowledged ${orders}, found ${kept}; backfill: ${filled}`)
  if (failed > 0 || kept !== orders || !filled.startsWith('done')) process.exitCode = 1
} finally {
  await load?.stop()
  await nginx?.stop()
  await Promise.all(running.map((each) => each.stop()))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function replace(at: number, start: () => Promise<Served>): Promise<void> {
  await running[at]?.stop()
  running[at] = await start()
  await sleep(500)
}
