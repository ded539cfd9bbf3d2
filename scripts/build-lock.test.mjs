import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { oneAtATime } from './build-lock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mingxi-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const AT_WORK = `
  import { appendFileSync } from 'node:fs'
  import { setTimeout as pause } from 'node:timers/promises'
  import { oneAtATime } from ${JSON.stringify(join(import.meta.dirname, 'build-lock.mjs'))}
  const [lock, log] = process.argv.slice(1)
  await oneAtATime(lock, async () => {
    appendFileSync(log, 'in ')
    await pause(20)
    appendFileSync(log, 'out ')
  })`

test('several processes work one after the other', async () => {
  const [lock, log] = [join(folder, 'deep', 'lock'), join(folder, 'log')]
  const codes = Array.from({ length: 4 }, async () => {
    const worker = spawn(process.execPath, ['--input-type=module', '--eval', AT_WORK, lock, log], { stdio: 'inherit' })
    return (await once(worker, 'exit'))[0]
  })
  expect(await Promise.all(codes)).toEqual([0, 0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(4))
  expect(existsSync(lock)).toBe(false)
})

test('the lock of a process that has ended, or of a pid used anew, is taken over', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  const lock = join(folder, 'left')
  writeFileSync(lock, String(ended.pid))
  expect(await oneAtATime(lock, async () => 'ended')).toBe('ended')
  writeFileSync(lock, String(process.pid))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await oneAtATime(lock, async () => 'anew')).toBe('anew')
})

test('a failed build leaves no lock', async () => {
  const lock = join(folder, 'failed')
  await expect(oneAtATime(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})
