import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { diskStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { claimStore, emptyStore, fileLoader } from './restore-files.ts'

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

it('[Q-39] after a fault no file that was still being written appears in the emptied store', async () => {
  const disk = diskStore(folder)
  const keyOf = (start: string) => `${start}/${start.repeat(16)}`
  const slow = Promise.withResolvers<void>()
  const store: FileStore = {
    ...disk,
    async put(source, most, key) {
      if (key === keyOf('bb')) await slow.promise
      if (key === keyOf('cc')) throw new Error('ENOSPC')
      return disk.put(source, most, key)
    },
  }
  const loader = fileLoader(store)
  const add = (start: string, part = '') => loader.add(`files/${keyOf(start)}${part}`, Buffer.from(start))
  await add('bb')
  await add('cc')
  await expect(add('dd', '/000000')).rejects.toThrow('ENOSPC')
  let isGivenUp = false
  const given = loader.giveUp().then(() => (isGivenUp = true))
  // The file of several parts has no more to come, and does not hold it up.
  await expect.poll(() => readdir(join(folder, 'dd')).catch(() => ['not begun'])).toEqual([])
  expect(isGivenUp).toBe(false)
  slow.resolve()
  await given
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['bb', 'dd'])
})
