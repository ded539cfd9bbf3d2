import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { diskStore } from '../files/disk-store.ts'
import { claimStore, emptyStore } from './restore-files.ts'

const MARKER = '00/00000000000000000000000000000000'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingxi-claim-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('a restore that was killed while it claimed the store can be started again', async () => {
  await mkdir(join(folder, '00'))
  await writeFile(join(folder, `${MARKER}.part`), 'restore in pr')
  const store = diskStore(folder)
  await claimStore(store)
  expect(await readdir(join(folder, '00'))).toEqual([MARKER.slice(3)])
  await emptyStore(store)
  expect(await readdir(join(folder, '00'))).toEqual([])
})

it('files of a restore that was killed are removed by the next one', async () => {
  const store = diskStore(folder)
  await claimStore(store)
  await store.put(Readable.from([Buffer.from('half')]), 100, 'aa/0123456789abcdef0123456789abcdef')
  await claimStore(store)
  expect(await readdir(join(folder, 'aa'))).toEqual([])
})

it('a store with files of others is refused, also beside a marker that was not finished', async () => {
  const store = diskStore(folder)
  await store.put(Readable.from([Buffer.from('kept')]), 100, 'aa/0123456789abcdef0123456789abcdef')
  await mkdir(join(folder, '00'))
  await writeFile(join(folder, `${MARKER}.part`), '')
  await expect(claimStore(store)).rejects.toThrow('目标文件库不是空的')
  expect(await readdir(join(folder, 'aa'))).toHaveLength(1)
})
