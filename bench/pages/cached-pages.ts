import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, ratio, rawBody, type Running, show, spread, startServer } from '../measure.ts'

/**
 * Compares the cached home and detail page with a bare node:http server that sends the same compressed bytes, alternately in one run. Also
 * measures the same pages rendered for every request, on the same server without a cache.
 * Run: node bench/pages/cached-pages.ts [rounds] [seconds]
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'mingxi-bench-'))
const headers = { 'accept-encoding': 'br' }
try {
  const paths = await compareCached()
  await measureRendered(paths)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function startOurs(env: Record<string, string> = {}): Promise<Running> {
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', SERVICES: 'web' }
  return startServer(['src/main.ts'], { ...settings, ...env })
}

async function compareCached(): Promise<string[]> {
  const ours = await startOurs()
  try {
    const paths = ['/', `/detail/${await firstProject(ours.url)}`]
    for (const path of paths) {
      const body = await rawBody(ours.url + path, headers)
      const file = join(folder, 'body')
      writeFileSync(file, body)
      const bare = await startServer(['bench/pages/bare-server.ts', file, 'br'])
      const [cached, limit]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        limit.push((await load(bare.url, { connections: 32, seconds, headers })).perSecond)
        cached.push((await load(ours.url + path, { connections: 32, seconds, headers })).perSecond)
      }
      await bare.stop()
      console.log(
        `${path}  cached ${show(spread(cached))}/s  bare node:http ${show(spread(limit))}/s  ratio ${show(ratio(cached, limit), 2)}  ${body.length} bytes (br)`,
      )
    }
    return paths
  } finally {
    await ours.stop()
  }
}

/** A parameter that the page does not read would not help: the page cache ignores it. */
async function measureRendered(paths: string[]): Promise<void> {
  const ours = await startOurs({ CACHE_ENTRIES: '0' })
  try {
    for (const path of paths) {
      await load(ours.url + path, { connections: 8, seconds: 1, headers })
      const rendered = await load(ours.url + path, { connections: 8, seconds, headers })
      if (rendered.errors > 0) throw new Error(`${rendered.errors} of the rendered pages failed`)
      console.log(`${path}  rendered ${rendered.perSecond.toFixed(0)}/s p99 ${rendered.p99Ms} ms`)
    }
  } finally {
    await ours.stop()
  }
}

async function firstProject(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/api/open/web/device/search`)).json()) as {
    data: { list: { rid: string }[] }
  }
  return answer.data.list[0]?.rid ?? ''
}
