// Two server processes with one PostgreSQL database, as in production, read like a visitor.
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePagesBuilt, pinnedNode } from '../provision.mjs'
import { startServer } from '../run-server.mjs'

const PASSWORD = 'Mingxi-demo-2026'
const MAX_DELAY_MS = 2000

const name = `two_${randomBytes(6).toString('hex')}`
let admin
let servers
let tokens

beforeAll(async () => {
  await ensurePagesBuilt(await pinnedNode())
  admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(process.env.TEST_DATABASE_URL)
  url.pathname = `/${name}`
  const settings = { DATABASE_URL: url.href, DATABASE_POOL: '4', DEMO: 'on', LOG_LEVEL: 'warn' }
  // The first one creates the tables and the demo data, the second one finds them.
  servers = [await startServer(settings)]
  servers.push(await startServer(settings))
  tokens = [await signIn(servers[0]), await signIn(servers[1])]
}, 240_000)

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()))
  await admin?.query(`drop database if exists ${name} with (force)`)
  await admin?.end()
})

async function signIn({ url }) {
  const body = JSON.stringify({ account: 'editor@demo', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await (await fetch(`${url}/api/open/staff/login`, { method: 'POST', headers, body })).json()
  if (answer.code !== 1) throw new Error(answer.msg)
  return answer.data.token
}

async function call(at, path, input) {
  const response = await fetch(`${servers[at].url}/api/staff/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: tokens[at], 'idempotency-key': randomUUID() },
    body: JSON.stringify(input),
  })
  const answer = await response.json()
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

/** Changes fields of an item, or adds an item, and publishes it at one of the servers; resolves when it was accepted. */
async function publish(at, kind, id, fields) {
  const before = id === undefined ? { version: 0, data: {} } : await call(at, 'content/item', { kind, id })
  const data = { ...before.data, ...fields }
  const saved = await call(at, 'content/save', { kind, ...(id && { id }), baseVersion: before.version, data })
  await call(at, 'content/publish', { kind, id: saved.id, version: saved.version })
  return performance.now()
}

const html = async (at, path) => (await fetch(servers[at].url + path)).text()

/** How long after `since` the page of this server contains the words. */
async function shownAfter(at, path, words, since) {
  for (;;) {
    const asked = performance.now()
    if ((await html(at, path)).includes(words)) return asked - since
    if (performance.now() - since > 4 * MAX_DELAY_MS) return Number.POSITIVE_INFINITY
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Loads the page into the cache of both servers, makes the change, and expects the words on both in time. */
async function changes(at, path, words, change) {
  for (const each of [0, 1, 0, 1]) expect(await html(each, path)).not.toContain(words)
  const since = await change()
  const delays = await Promise.all([0, 1].map((each) => shownAfter(each, path, words, since)))
  for (const delay of delays) expect(delay).toBeLessThan(MAX_DELAY_MS)
  return delays
}

const banner = (title) => ({ title, description: '', img: '', figure: null, redirect: '' })

describe('a change is visible within two seconds, whichever process wrote it and whichever serves the page', () => {
  test('the servers are two processes', () => {
    expect(servers[0].pid).not.toBe(servers[1].pid)
    for (const { pid } of servers) expect(pid).not.toBe(process.pid)
  })

  test.each([
    ['a banner, on the home page', '/', 'banner', undefined, (words) => banner(words)],
    [
      'an article, in its list',
      '/list/news',
      'article',
      undefined,
      (words) => ({
        type: 'news',
        title: words,
        sketch: '摘要',
        img: '',
        figure: null,
        tags: [],
        body: '<p>正文</p>',
        source: '',
        projectIds: [],
        publishedAt: '2030-01-01 09:00',
      }),
    ],
    ['the title of an article, on its page', '/article/1', 'serviceCase', 1, (words) => ({ title: words })],
    ['a page of text', '/about/profile', 'page', 1, (words) => ({ body: `<p>${words}</p>` })],
    ['the agreement of orders', '/agreement', 'page', 9, (words) => ({ body: `<h2>一</h2><p>${words}</p>` })],
    ['a category, in the list of projects', '/project', 'category', 31, (words) => ({ name: words })],
  ])('[N-12] %s', async (_, path, kind, id, fields) => {
    for (const at of [0, 1]) {
      const words = `第${at}台改的${randomBytes(3).toString('hex')}`
      await changes(at, path, words, () => publish(at, kind, id, fields(words)))
    }
  })

  test('ten changes by alternating processes each appear on both in time', async () => {
    for (let round = 0; round < 10; round++) {
      const words = `第${round}次${randomBytes(3).toString('hex')}`
      await changes(round % 2, '/about/culture', words, () =>
        publish(round % 2, 'page', 2, { body: `<p>${words}</p>` }),
      )
    }
  })

  test('archived content disappears from both in time', async () => {
    const words = `撤下${randomBytes(3).toString('hex')}`
    const saved = await call(0, 'content/save', { kind: 'partner', baseVersion: 0, data: { name: words, img: '' } })
    await call(0, 'content/publish', { kind: 'partner', ...saved })
    for (const at of [0, 1]) expect(await shownAfter(at, '/', words, performance.now())).toBeLessThan(MAX_DELAY_MS)
    await call(1, 'content/archive', { kind: 'partner', id: saved.id })
    const since = performance.now()
    await expect
      .poll(async () => (await Promise.all([0, 1].map((at) => html(at, '/')))).some((page) => page.includes(words)), {
        timeout: MAX_DELAY_MS,
        interval: 20,
      })
      .toBe(false)
    expect(performance.now() - since).toBeLessThan(MAX_DELAY_MS)
  })
}, 120_000)
