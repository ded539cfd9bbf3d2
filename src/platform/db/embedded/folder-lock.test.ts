import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

const all = mkdtempSync(join(tmpdir(), 'mingxi-lock-'))
const folder = () => mkdtempSync(join(all, 'data-'))
afterAll(() => rmSync(all, { recursive: true }))

it('a second process is refused a data folder while the first one runs', () => {
  const path = folder()
  const unlock = lockFolder(path)
  expect(() => lockFolder(path)).toThrow(FolderInUse)
  unlock()
  lockFolder(path)()
})

it('the lock of a dead process does not block, even when another process has its pid', () => {
  const dead = folder()
  writeFileSync(join(dead, 'mingxi.lock'), '4194999 12345')
  lockFolder(dead)
  expect(readFileSync(join(dead, 'mingxi.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  const reused = folder()
  writeFileSync(join(reused, 'mingxi.lock'), `${process.pid} 1`)
  lockFolder(reused)
})
