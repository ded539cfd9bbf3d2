import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import type { Command } from '../commands/command.ts'
import { runWhereItBelongs } from '../commands/run-where.ts'
import { verbs } from '../commands/verbs.ts'
import { withInstallation } from '../commands/with-installation.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { type ControlServer, startControl } from './control-server.ts'
import { prepareSocket, removeSocket, socketOf } from './control-socket.ts'

let app: TestApp
let unlock = () => {}
let control: ControlServer | undefined
/** Filled by the verb `wait`, which ends only when it is cancelled. */
const waits: { begun: number; cancelled: number } = { begun: 0, cancelled: 0 }

const wait: Command = {
  verb: 'wait',
  summary: '等待',
  usage: '用法：wait\n',
  runsInServer: true,
  run: (input) =>
    withInstallation(input, async () => {
      waits.begun += 1
      input.write('开始\n')
      await new Promise((resolve) => input.signal?.addEventListener('abort', resolve, { once: true }))
      waits.cancelled += 1
      input.signal?.throwIfAborted()
      return 0
    }),
}
const all = [...verbs, wait]

beforeAll(async () => {
  app = await testApp()
  unlock = lockFolder(app.folder)
})
afterEach(async () => {
  await control?.close()
  control = undefined
})
afterAll(async () => {
  unlock()
  await app.close()
})

async function served(): Promise<ControlServer> {
  control = await startControl({ config: app.services.config, ctx: app.system }, async () => all, {})
  return control
}

async function typed(given: string[], signal?: AbortSignal) {
  let text = ''
  let complaint = ''
  const env = { DATA_DIR: app.folder }
  const caller = { env, write: (piece: string) => void (text += piece), ...(signal ? { signal } : {}) }
  const code = await runWhereItBelongs(all, given, caller, (piece) => (complaint += piece))
  return { code, text, complaint }
}

async function until(holds: () => boolean) {
  while (!holds()) await pause(5)
}

it('runs a verb inside the server that holds the folder, with its output, exit code and files', async () => {
  await served()
  await app.customer(3)
  expect(await typed(['jobs', 'list'])).toEqual({ code: 0, text: '共 0 个\n', complaint: '' })
  expect(await typed(['jobs', 'replay', '999999'])).toMatchObject({ code: 1, text: expect.stringContaining('999999') })
  expect(await typed(['jobs', 'fly'])).toMatchObject({
    code: 2,
    complaint: expect.stringMatching(/^没有 fly，只有 list.*\n用法/),
  })
  const out = join(app.folder, 'customers.csv')
  expect(await typed(['export', 'customers', '--out', out])).toMatchObject({ code: 0 })
  expect(readFileSync(out, 'utf8')).toContain('测试客户')
  expect(await typed(['export', 'customers', '--out', out])).toMatchObject({
    code: 1,
    complaint: `文件 ${out} 已存在，请换一个名字\n`,
  })
  expect(await app.db.rows(sql`select request_id from audit_log where action = 'export.command'`)).toContainEqual({
    requestId: 'command',
  })
})

it('cancels a verb when the caller asks, when the caller has gone, and when the server stops', async () => {
  await served()
  const cancel = new AbortController()
  const asked = typed(['wait'], cancel.signal)
  await until(() => waits.begun === 1)
  cancel.abort()
  expect(await asked).toEqual({ code: 1, text: '开始\n', complaint: '已取消\n' })

  const socket = connect(socketOf(app.folder))
  socket.write(`${JSON.stringify({ kind: 'run', given: ['wait'] })}\n`)
  await until(() => waits.begun === 2)
  socket.destroy()
  await until(() => waits.cancelled === 2)

  const stopped = typed(['wait'])
  await until(() => waits.begun === 3)
  await control?.close()
  expect(await stopped).toMatchObject({ code: 1, complaint: '已取消\n' })
})

it('says which verbs need the server stopped, and that a folder is held when nothing listens', async () => {
  await served()
  expect(await typed(['migrate'])).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/正被进程 \d+ 使用.*命令 migrate 不能在服务运行时执行，请先停止服务\n$/),
  })
  await control?.close()
  control = undefined
  expect(await typed(['books'])).toMatchObject({ code: 1, complaint: expect.stringContaining('正被进程') })
})

it('closes a connection that sends anything but messages, and serves the next one', async () => {
  await served()
  const socket = connect(socketOf(app.folder))
  socket.write('GET / HTTP/1.1\r\n\r\n')
  await new Promise((resolve) => socket.once('close', resolve))
  expect((await typed(['jobs', 'list'])).code).toBe(0)
})

const canBeNobody = process.getuid?.() === 0 && process.platform === 'linux'
it.runIf(canBeNobody)('is out of reach for another user of the machine', async () => {
  const { path } = await served()
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
  const program = `require('node:net').connect(process.argv[1]).on('error', (e) => console.log(e.code)).on('connect', () => { console.log('in'); process.exit() })`
  const asUser = (uid: string) =>
    execFileSync('setpriv', ['--reuid', uid, '--clear-groups', process.execPath, '--eval', program, path], {
      encoding: 'utf8',
    }).trim()
  // The folders above must let the other user through, so that only the socket's own folder keeps it out.
  execFileSync('chmod', ['755', app.folder])
  expect(asUser('65534')).toBe('EACCES')
  expect(asUser('0')).toBe('in')
})

it('lies in the temporary folder, and is found there, when the path of the data folder is too long for a socket', () => {
  const long = mkdtempSync(join(tmpdir(), `mingxi-${'l'.repeat(90)}-`))
  const temporary = mkdtempSync(join(tmpdir(), 'mingxi-t-'))
  try {
    const path = prepareSocket(long, temporary)
    expect([path.startsWith(temporary), Buffer.byteLength(path) <= 100]).toEqual([true, true])
    expect([socketOf(long), statSync(dirname(path)).mode & 0o777]).toEqual([path, 0o700])
    // What a killed server left behind does not keep the next one from starting.
    writeFileSync(path, '')
    expect(prepareSocket(long, temporary)).toBe(path)
    removeSocket(long, path)
    expect(socketOf(long)).toBe(join(long, 'control', 'socket'))
  } finally {
    for (const folder of [long, temporary]) rmSync(folder, { recursive: true, force: true })
  }
})
