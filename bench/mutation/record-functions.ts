// Set up of test files while it is recorded which functions of which sources each of them runs. The files share a process, so the
// counters begin anew with each file.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'

const profiler = new Session()
let began = 0

beforeAll(async () => {
  profiler.connect()
  await profiler.post('Profiler.enable')
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  began = performance.now()
})

afterAll(async () => {
  const ms = Math.round(performance.now() - began)
  const { result } = await profiler.post('Profiler.takePreciseCoverage')
  profiler.disconnect()
  const root = process.cwd()
  const ran: Record<string, string[]> = {}
  for (const { url, functions } of result) {
    const path = relative(root, url.replace(/^file:\/\//, ''))
    if (!path.startsWith('src/') || path.includes('.test.')) continue
    const names = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ functionName }) => functionName)
    // Evaluating a module is itself a function without a name.
    const called = [...new Set(names)].filter(Boolean)
    if (called.length > 0) ran[path] = [...new Set([...(ran[path] ?? []), ...called])]
  }
  const test = relative(root, expect.getState().testPath ?? '')
  writeFileSync(join(process.env.RECORDED_FUNCTIONS ?? '', `${randomUUID()}.json`), JSON.stringify({ test, ms, ran }))
})
