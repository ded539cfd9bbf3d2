// The packed folder works without the packages of this project: it starts, serves a page with its assets, and draws a PDF.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from './pack.mjs'
import { PROJECT } from './provision.mjs'

const MAX_MEGABYTES = 350
const folder = mkdtempSync(join(tmpdir(), 'mingxi-pack-'))
const packed = join(folder, 'mingxi')

beforeAll(() => pack(packed), 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test(`takes at most ${MAX_MEGABYTES} MB, with one Node, two weights of the font and no build tools`, () => {
  const files = readdirSync(packed, { recursive: true }).map(String)
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(packed, file)).size, 0)
  console.log(`packed: ${Math.round(bytes / 2 ** 20)} MB in ${files.length} files`)
  expect(bytes / 2 ** 20).toBeLessThan(MAX_MEGABYTES)
  expect(
    files.filter((file) => /(^|\/)node(\.exe)?$/.test(file) && lstatSync(join(packed, file)).isFile()),
  ).toHaveLength(1)
  expect(files.filter((file) => file.endsWith('.ttf'))).toHaveLength(2)
  // The documents that are packed name it.
  expect(files).toContain('.env.example')
  expect(files.filter((file) => /\.(test\.\w+|tsx|map)$/.test(file))).toEqual([])
  // Node refuses to run TypeScript of packages.
  expect(files.filter((file) => /^node_modules\/.*\.[mc]?ts$/.test(file))).toEqual([])
  const { components } = JSON.parse(readFileSync(join(packed, 'sbom.cdx.json'), 'utf8'))
  const named = new Set(components.map(({ name }) => name))
  const carried = files.filter((file) => /^node_modules\/(@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(file))
  expect(carried.length).toBeGreaterThan(50)
  expect(
    carried
      .map((file) => file.slice('node_modules/'.length, -'/package.json'.length))
      .filter((name) => !named.has(name)),
  ).toEqual([])
  for (const tool of ['vite', 'vitest', 'typescript', 'oxlint', '@playwright/test', '@react-router/dev', '@typescript'])
    expect(files).not.toContain(join('node_modules', tool))
})

test('starts, serves a page with its assets, and stops cleanly', async () => {
  const server = spawn(join(packed, 'start'), {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: 'catalogue' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await addressIn(server.stdout)
    const page = await (await fetch(url)).text()
    expect(page).toContain('服务项目')
    const [style] = /\/assets\/[\w-]+\.css/.exec(page) ?? []
    expect((await fetch(url + style)).status).toBe(200)
    expect(inside('healthcheck', { PORT: new URL(url).port })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/ready/),
    })
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
    const commit = readFileSync(join(packed, 'commit'), 'utf8').trim()
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', version, ...(commit && { commit }) })
    // The embedded database belongs to the server, which runs the verb itself and writes the file where it was typed.
    const typed = (...words) =>
      execFileSync(join(packed, 'mingxi'), words, {
        cwd: folder,
        env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
        encoding: 'utf8',
      })
    expect(typed('version')).toContain('明析科测')
    expect(typed('export', 'projects', '--out', 'projects.csv')).toContain('已写入 projects.csv')
    expect(readdirSync(folder)).toContain('projects.csv')
    server.kill('SIGTERM')
    expect((await once(server, 'exit'))[0]).toBe(0)
  } finally {
    server.kill('SIGKILL')
  }
}, 120_000)

test('has the command line beside it, and a check that fails when no server answers', () => {
  expect(inside('mingxi', {})).toMatchObject({ status: 0, stdout: expect.stringMatching(/books/) })
  expect(inside('healthcheck', { PORT: '9' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/没有回答：http:\/\/127\.0\.0\.1:9\/readyz/),
  })
})

test('draws a PDF in Chinese', () => {
  const program = `
    import { renderPdf } from './src/platform/pdf/render.ts'
    const bytes = await renderPdf({ title: '合同', mark: 'HT-1', owner: '明析科测', blocks: [{ kind: 'title', text: '合同' }] })
    process.stdout.write(Buffer.from(bytes).subarray(0, 5))
    process.exit()`
  const drawn = execFileSync(join(packed, 'node_modules/.bin/node'), ['--input-type=module', '--eval', program], {
    cwd: packed,
  })
  expect(drawn.toString()).toBe('%PDF-')
}, 60_000)

/** A program of the packed tree, called from another folder. */
function inside(program, env) {
  return spawnSync(join(packed, program), { cwd: tmpdir(), env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
}

/** The first address that the server prints. */
function addressIn(stream) {
  let text = ''
  return new Promise((resolve, reject) => {
    stream.setEncoding('utf8').on('data', (piece) => {
      text += piece
      const [address] = /http:\/\/[\w.:]+/.exec(text) ?? []
      if (address) resolve(address)
    })
    stream.on('end', () => reject(new Error(`no address in: ${text}`)))
  })
}
