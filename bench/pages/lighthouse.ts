import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { show, spread, startServer } from '../measure.ts'

/**
 * Runs Lighthouse (mobile) on home, list, detail and article and prints the median of each category and of the performance metrics.
 * Lighthouse is not a dependency of the product; npm downloads it for the run. It simulates slow 4G and a four times slower processor. The
 * simulation assumes a machine with a benchmark index of 1,500 or more; below that the simulated phone is slower than intended and blocking
 * times are longer, so the index is printed with the results. Run: node bench/pages/lighthouse.ts [runs] [paths…]
 */
const VERSION = '13'
const runs = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'mingxi-lighthouse-'))
// PUBLIC_URL is needed for canonical links.
const port = await freePort()
const server = await startServer(['src/main.ts'], {
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'silent',
})
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
} as const

/** On a busy machine the browser sometimes loses the start of the trace (NO_NAVSTART) or the first paint; such a run is repeated. */
const ATTEMPTS = 4

interface Report {
  environment: { benchmarkIndex: number }
  runtimeError?: { code: string; message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; title: string; numericValue?: number; details?: { items?: unknown[] } }
  >
}

try {
  for (const path of process.argv.length > 3 ? process.argv.slice(3) : await pages(server.url)) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await measured(server.url + path))
    const score = (category: string) =>
      spread(reports.map((each) => Math.round((each.categories[category]?.score ?? 0) * 100)))
    const value = (audit: string) => spread(reports.map((each) => each.audits[audit]?.numericValue ?? Number.NaN))
    const requests = spread(
      reports.map((each) => each.audits['network-requests']?.details?.items?.length ?? Number.NaN),
    )
    console.log(
      [
        path,
        ...categories.map((category) => `${category} ${show(score(category))}`),
        ...Object.entries(metrics).map(([name, audit]) => `${name} ${show(value(audit), name === 'CLS' ? 3 : 0)}`),
        `requests ${show(requests)}`,
        `index ${show(spread(reports.map((each) => each.environment.benchmarkIndex)))}`,
      ].join('  '),
    )
    for (const fault of faultsOf(reports[0])) console.log(`  ${fault}`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The failed audits of all categories except performance. */
function faultsOf(report: Report | undefined): string[] {
  if (!report) return []
  return categories
    .slice(1)
    .flatMap((category) =>
      (report.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${category}: ${id}, ${report.audits[id]?.title}`),
    )
}

/** A complete report. */
async function measured(url: string): Promise<Report> {
  for (let attempt = 1; ; attempt++) {
    const report = await lighthouse(url, join(folder, 'report.json'))
    const fault = report.runtimeError?.code ?? (report.categories.performance?.score == null ? 'no score' : undefined)
    if (fault === undefined) return report
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${fault} in ${ATTEMPTS} runs`)
    console.error(`  ${url}: ${fault}, run again`)
  }
}

async function lighthouse(url: string, output: string): Promise<Report> {
  const flags = ['--headless=new', ...CHROMIUM_FLAGS].join(' ')
  const child = spawn(
    'npm',
    ['exec', '--yes', '--package', `lighthouse@${VERSION}`, '--', 'lighthouse', url, '--quiet', '--output=json'].concat(
      [`--output-path=${output}`, `--chrome-flags=${flags}`, `--only-categories=${categories.join(',')}`],
    ),
    // Runs in another folder, so that nothing is written into the product's packages.
    { cwd: folder, env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  const [code] = await once(child, 'exit')
  // It may exit with an error and still have written a report that contains the reason.
  if (!existsSync(output)) throw new Error(`lighthouse ended with ${code}: ${complaint.slice(-2000)}`)
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report
  rmSync(output)
  return report
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function pages(url: string): Promise<string[]> {
  const first = async (path: string) => {
    const answer = (await (await fetch(url + path)).json()) as { data: { list: { rid?: number; id?: number }[] } }
    return answer.data.list[0]
  }
  const project = await first('/api/open/web/device/search?kw=xrd')
  const article = await first('/api/open/web/news?type=course')
  return ['/', '/project?typeId=1', `/detail/${project?.rid}`, `/article/${article?.id}`]
}
