import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../app/testing/test-app.ts'
import { handlers } from '../app/calls.ts'
import { openApiDocument } from '../web/api-reference/openapi.ts'
import { createHealthServer } from './http/readiness.ts'
import { createLogger } from './log/logger.ts'
import { commit, isNewer, version } from './version.ts'

const { version: written } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the version of package.json', () => {
  it('stands in the answers for load balancers, also while the process stops, with the commit of the checkout', async () => {
    const readiness = { accepting: true }
    const health = createHealthServer(app.services, app.db, readiness)
    const ask = async (url: string) => (await health.inject(url)).json() as Record<string, unknown>
    expect(await ask('/healthz')).toEqual({ status: 'ok', version: written, commit: commit() })
    expect(await ask('/readyz')).toEqual({ status: 'ready', version: written, commit: commit() })
    readiness.accepting = false
    expect(await ask('/readyz')).toMatchObject({ status: 'stopping', version: written })
    const metrics = (await health.inject('/metrics')).body
    expect(metrics).toContain(`mingxi_build_info{version="${written}",commit="${commit() ?? ''}",node="`)
    await health.close()
  })

  it('stands on every line of the log', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => void lines.push(line) })
    log.info('started')
    log.error({ err: new Error('broken') }, 'failed')
    expect(lines.map((line) => (JSON.parse(line) as { release: string }).release)).toEqual([written, written])
  })

  it('stands in the document of the API', () => {
    const { info } = openApiDocument(handlers.map(({ call }) => call)) as { info: { version: string } }
    expect(info.version).toBe(written)
    expect(version).toBe(written)
  })

  it('is compared by number', () => {
    expect(isNewer('0.10.0', '0.9.2')).toBe(true)
    expect(isNewer('0.3.0', '0.3.0')).toBe(false)
    expect(isNewer('0.2.9', '0.3.0')).toBe(false)
  })
})
