import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, ratio, rawBody, show, spread, startServer } from './measure.ts'

/**
 * Compares the cached home and detail page with a bare node:http server that sends the same compressed bytes, alternately in one run. Also
 * measures the same pages rendered for every request (an unknown query keeps them out of the cache).
 * Run: node bench/cached-pages.ts [rounds] [seconds]
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'mingxi-bench-'))
const ours = await startServer(['src/main.ts'], {
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'silent',
  SERVICES: 'web',
})
const headers = { 'accept-encoding': 'br' }
try {
  const rid = await firstProject(ours.url)
  for (const path of ['/', `/detail/${rid}`]) {
    const body = await rawBody(ours.url + path, headers)
    const file = join(folder, 'body')
    writeFileSync(file, body)
    const bare = await startServer(['bench/bare-server.ts', file, 'br'])
    const [cached, limit]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      limit.push((await load(bare.url, { connections: 32, seconds, headers })).perSecond)
      cached.push((await load(ours.url + path, { connections: 32, seconds, headers })).perSecond)
    }
    await bare.stop()
    let n = 0
    const rendered = await load(ours.url, {
      connections: 8,
      seconds,
      headers,
      requests: [{ path, setupRequest: (request) => ({ ...request, path: `${path}?fresh=${n++}` }) }],
    })
    console.log(
      `${path}  cached ${show(spread(cached))}/s  bare node:http ${show(spread(limit))}/s  ratio ${show(ratio(cached, limit), 2)}  rendered ${rendered.perSecond.toFixed(0)}/s p99 ${rendered.p99Ms} ms  ${body.length} bytes (br)`,
    )
  }
} finally {
  await ours.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function firstProject(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/api/open/web/device/search`)).json()) as {
    data: { list: { rid: string }[] }
  }
  return answer.data.list[0]?.rid ?? ''
}
