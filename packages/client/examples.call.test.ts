import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../src/app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../src/app/testing/test-app.ts'
import { apiKeyAdd } from '../../src/core/api-keys/contract.ts'
import { readCurves } from '../../src/core/curves/file-rules.ts'

// The examples of the README as programs of their own, against the real server.

let app: TestApp
let environment: Record<string, string>
let orderNo: string
let folder: string
beforeAll(async () => {
  app = await testApp()
  const scene = await labScene(app)
  const person = await scene.buyer(0)
  orderNo = (await scene.delivered(person)).orderNo
  const { key } = await app.call(apiKeyAdd, { name: '论文', scopes: ['reports.read'], lastDay: null }, { as: person })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  environment = { MINGXI_URL: `http://127.0.0.1:${port}`, MINGXI_KEY: key }
  folder = mkdtempSync(join(tmpdir(), 'examples-'))
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

/** Runs a program until it ends, while the worker does what it has asked for. */
async function run(program: string, file: string): Promise<string> {
  const script = join(import.meta.dirname, 'examples', file)
  let ended = false
  const output = new Promise<string>((resolve, reject) =>
    execFile(
      program,
      [script, orderNo, folder],
      { env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment } },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    ),
  ).finally(() => {
    ended = true
  })
  while (!ended) await Promise.all([app.drain(), new Promise((resolve) => setTimeout(resolve, 200))])
  return output
}

const hasPython = spawnSync('python3', ['--version']).status === 0

describe('the examples of the client', () => {
  it('saves curves as CSV and the methods paragraph, in TypeScript', async () => {
    expect(await run(process.execPath, 'paper.ts')).toContain('not in the record: 仪器型号')
    const name = readdirSync(folder).find((each) => each.endsWith('.csv')) ?? ''
    expect(readFileSync(join(folder, name), 'utf8')).toContain('10,1\r\n20,1\r\n30,2\r\n')
    expect(readFileSync(join(folder, 'methods.txt'), 'utf8')).toContain('Conditions: Cu Kα')
  }, 60_000)

  it.skipIf(!hasPython)(
    hasPython ? 'saves curves as JCAMP-DX and the data package, in Python' : 'in Python is not run: no python3 here',
    async () => {
      expect(await run('python3', 'package.py')).toContain(`${orderNo}.zip`)
      const name = readdirSync(folder).find((each) => each.endsWith('.jdx')) ?? ''
      expect(readCurves(readFileSync(join(folder, name), 'utf8'))?.series[0]).toMatchObject({
        x: [10, 20, 30],
        y: [1, 1, 2],
      })
      expect(
        readFileSync(join(folder, `${orderNo}.zip`))
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    },
    60_000,
  )
})
