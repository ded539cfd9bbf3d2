import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../platform/time.ts'
import { addAssets, shareAssets } from './assets.ts'

const log = pino({ level: 'silent' })
const now = new Date('2026-11-24T02:00:00Z')
let folder: string
let shared: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mingxi-assets-'))
  shared = join(folder, 'data', 'assets')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The folder of a release with these files, whose content is their name. */
function release(name: string, ...files: string[]): string {
  const own = join(folder, name)
  mkdirSync(own)
  for (const file of files) writeFileSync(join(own, file), file)
  return own
}

async function served(own: string, name: string, headers = {}) {
  const server = Fastify()
  await addAssets(server, own, shared)
  const { statusCode, body, headers: sent } = await server.inject({ url: `/assets/${name}`, headers })
  await server.close()
  return { status: statusCode, body, encoding: sent['content-encoding'], cached: sent['cache-control'] }
}

describe('scripts and styles of two releases', () => {
  it('are served by the processes of both, compressed where they were compressed', async () => {
    const old = release('old', 'a-1.js', 'a-1.js.br', 'both.css')
    const next = release('next', 'a-2.js', 'both.css')
    await shareAssets(old, shared, now, log)
    await shareAssets(next, shared, now, log)
    expect(await served(next, 'a-1.js')).toMatchObject({
      status: 200,
      body: 'a-1.js',
      cached: expect.stringContaining('immutable'),
    })
    expect(await served(next, 'a-1.js', { 'accept-encoding': 'br' })).toMatchObject({
      body: 'a-1.js.br',
      encoding: 'br',
    })
    expect(await served(old, 'a-2.js')).toMatchObject({ status: 200, body: 'a-2.js' })
    expect((await served(next, 'a-3.js')).status).toBe(404)
    expect((await served(next, '../../old/a-1.js')).status).toBe(404)
  })

  it('are not listed, and a file that is still being written is nothing', async () => {
    const own = release('own', 'a-1.js')
    writeFileSync(join(own, '.a-2.js.0f3c'), 'half')
    for (const path of ['', '.', '%2e%2e/', '%2e%2e%2fown%2fa-1.js', '.a-2.js.0f3c'])
      expect((await served(own, path)).status).toBe(404)
  })

  it('outlive the folder of their release', async () => {
    const old = release('old', 'a-1.js')
    await shareAssets(old, shared, now, log)
    rmSync(old, { recursive: true })
    expect(await served(release('next'), 'a-1.js')).toMatchObject({ status: 200, body: 'a-1.js' })
  })

  it('are forgotten a month after their release was started last', async () => {
    const old = release('old', 'a-1.js')
    const next = release('next', 'a-2.js')
    await shareAssets(old, shared, now, log)
    await shareAssets(next, shared, addDays(now, 20), log)
    await shareAssets(old, shared, addDays(now, 25), log)
    await shareAssets(next, shared, addDays(now, 50), log)
    expect(readdirSync(shared).sort()).toEqual(['a-1.js', 'a-2.js'])
    await shareAssets(next, shared, addDays(now, 60), log)
    expect(readdirSync(shared)).toEqual(['a-2.js'])
    expect(readFileSync(join(old, 'a-1.js'), 'utf8')).toBe('a-1.js')
  })

  it('that cannot be shared do not stop the start', async () => {
    writeFileSync(join(folder, 'data'), 'a file where a folder should be')
    expect(await shareAssets(release('old', 'a-1.js'), shared, now, log)).toBeUndefined()
  })
})
