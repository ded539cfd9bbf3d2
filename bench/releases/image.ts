import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDemoOrders } from '../../e2e/demo-orders.ts'
import { CHILDREN, CHILDREN_WORK } from './children.ts'
import { USER } from '../../scripts/image/base.mjs'
import { buildImage } from '../../scripts/image/build.mjs'
import { execInside, runContainer, unpackImage, whyNotHere } from '../../scripts/image/container.mjs'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'

/**
 * Builds the image twice and compares the digests, then runs it with the embedded database and with PostgreSQL in name spaces without a network:
 * orders in all stages, a PDF, a picture and a curve by child processes, health, command line, end by signal. Prints sizes and times to start.
 * Ends with 1 when something does not hold. Needs root on Linux and PostgreSQL; run: node bench/releases/image.ts
 */
const PORT = 41_310
const URL_INSIDE = `http://127.0.0.1:${PORT}`

const here = whyNotHere()
if (here) throw new Error(here)

let failed = 0
const [layout] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'mingxi-image-bench-'))
const root = join(folder, 'root')
try {
  if (layout) await tryBoth(layout)
  else await build()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
if (layout) console.log(failed === 0 ? 'everything holds' : `${failed} do not hold`)
process.exitCode = failed === 0 ? 0 : 1

async function build(): Promise<void> {
  const builtAt = performance.now()
  const image = await buildImage(join(folder, 'first'))
  console.log(`built in ${seconds(builtAt)} s`)
  const again = await buildImage(join(folder, 'second'))
  holds('the second build has the same digest', image.digest === again.digest)
  holds('the second archive is the same bytes', spawnSync('cmp', [image.file, again.file]).status === 0)
  rmSync(join(folder, 'second'), { recursive: true })
  for (const { title, bytes, size } of image.layers)
    console.log(`${title}: ${megabytes(bytes)}, ${megabytes(size)} compressed`)
  const sum = (key: 'bytes' | 'size') => image.layers.reduce((total, layer) => total + layer[key], 0)
  console.log(`together: ${megabytes(sum('bytes'))}, ${megabytes(sum('size'))} compressed`)
  if (runInOwnNetwork(image.layout) !== 0) failed += 1
}

async function tryBoth(from: string): Promise<void> {
  const config = unpackImage(from, root)
  await tryWith('embedded, full demo', { DEMO: 'life' }, config)
  const cluster = await startCluster()
  try {
    await tryWith('PostgreSQL', { DEMO: 'on', DATABASE_URL: cluster.url }, config)
  } finally {
    await cluster.stop()
  }
}

async function tryWith(title: string, settings: Record<string, string>, config: ReturnType<typeof unpackImage>) {
  const data = join(folder, `data-${title.split(',')[0]}`)
  mkdirSync(data)
  chownSync(data, USER, USER)
  const env = {
    PORT: String(PORT),
    HEALTH_PORT: String(PORT + 1),
    HOST: '127.0.0.1',
    DRAIN_DELAY_SECONDS: '1',
    ...settings,
  }
  console.log(`\n${title}`)
  for (const start of ['first', 'second']) {
    const startedAt = performance.now()
    const container = runContainer({ root, config, data, env })
    try {
      await ready(container.log)
      console.log(`${start} start: ${seconds(startedAt)} s until /readyz answers`)
      if (start === 'second') await tryAll({ root, config, container, env })
      container.signal(config.StopSignal)
      holds('the signal to stop ends it with 0', (await container.exited) === 0, container.log().slice(-2000))
    } finally {
      await container.end()
    }
  }
}

interface Inside {
  root: string
  config: ReturnType<typeof unpackImage>
  container: ReturnType<typeof runContainer>
  env: Record<string, string>
}

async function tryAll(inside: Inside): Promise<void> {
  holds('the home page answers', (await fetch(URL_INSIDE)).status === 200)
  const made = await makeDemoOrders(URL_INSIDE)
  holds('orders in all stages were made by calls', Object.keys(made.orders).length > 10)
  const children = execInside(inside, ['node', '--input-type=module', '--eval', CHILDREN])
  const all = children.stdout.trim() === CHILDREN_WORK
  holds('a PDF, a picture and a curve by child processes', all, children.stdout + children.stderr)
  const health = execInside(inside, inside.config.Healthcheck.Test.slice(1))
  holds('the healthcheck exits with 0', health.status === 0, health.stderr)
  const write = execInside(inside, ['/bin/sh', '-c', ': > /app/x'])
  holds('the root is read-only', write.status !== 0)
  const status = readFileSync(`/proc/${inside.container.pid()}/status`, 'utf8')
  holds('it has no capability', /^CapPrm:\t0+$/m.test(status) && /^CapEff:\t0+$/m.test(status))
  const memory = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  console.log(`peak memory of the server: ${Math.round(Number(memory) / 1024)} MB`)
}

async function ready(log: () => string): Promise<void> {
  for (const deadline = performance.now() + 300_000; performance.now() < deadline; await sleep(50)) {
    const asked = fetch(`${URL_INSIDE}/readyz`, { signal: AbortSignal.timeout(2000) })
    if (await asked.then((answer) => answer.text().then(() => answer.ok)).catch(() => false)) return
    if (log().includes('启动失败')) break
  }
  throw new Error(`did not start: ${log()}`)
}

/** This program again, in a name space with no address but its loopback: what runs inside reaches nothing else. */
function runInOwnNetwork(from: string): number {
  const command = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, process.argv[1] ?? '', from]
  return spawnSync('unshare', ['--net', ...command], { stdio: 'inherit' }).status ?? 1
}

function holds(what: string, does: boolean, more = ''): void {
  console.log(`${does ? 'ok    ' : 'FAILED'} ${what}${does ? '' : ` ${more}`}`)
  if (!does) failed += 1
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
