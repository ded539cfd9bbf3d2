import { PassThrough, Readable } from 'node:stream'
import type { FileStore } from '../files/file-store.ts'
import { BackupFault } from './format.ts'

/** Names the store in which a restore is under way, so that the next try may empty it. It has the form of a key and belongs to no row. */
const MARKER = '00/00000000000000000000000000000000'
/** Files of one part that are written side by side: each one waits for the disk or for the network. */
const AT_ONCE = 8

/** Refuses a store that has files, except those of a restore that did not finish; those are removed. */
export async function claimStore(store: FileStore): Promise<void> {
  const keys = await keysOf(store)
  // A process that died while it wrote the marker left `<marker>.part`, alone: the marker is written into an empty store.
  const ours = keys.includes(MARKER) || keys.every((key) => key.startsWith(MARKER))
  if (!ours) throw new BackupFault('目标文件库不是空的：请换一个空的目录或存储桶，或加 --without-files 只恢复数据库')
  await emptyStore(store, keys)
  await store.put(Readable.from([Buffer.from('restore in progress')]), Number.POSITIVE_INFINITY, MARKER)
}

export async function releaseStore(store: FileStore): Promise<void> {
  await store.remove(MARKER)
}

/** Removes what was written, the marker last, so that an interrupted removal goes on at the next try. */
export async function emptyStore(store: FileStore, keys?: string[]): Promise<void> {
  for (const key of keys ?? (await keysOf(store))) if (key !== MARKER) await store.remove(key)
  await store.remove(MARKER)
}

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

/** Takes the entries of files in their order and puts each under its key. */
export function fileLoader(store: FileStore) {
  const writing = new Set<Promise<void>>()
  let failed: unknown
  let open: { key: string; stream: PassThrough; put: Promise<unknown> } | undefined

  function start(key: string, source: Readable): Promise<void> {
    const put = store.put(source, Number.POSITIVE_INFINITY, key).then(
      () => {},
      (error: unknown) => {
        failed ??= error
        source.destroy()
      },
    )
    writing.add(put)
    void put.then(() => writing.delete(put))
    return put
  }

  async function endOpen(): Promise<void> {
    open?.stream.end()
    await open?.put
    open = undefined
  }

  return {
    async add(name: string, content: Buffer): Promise<void> {
      const [, first = '', second = '', part] = name.split('/')
      const key = `${first}/${second}`
      if (part === undefined) {
        await endOpen()
        if (writing.size >= AT_ONCE) await Promise.race(writing)
        void start(key, Readable.from([content]))
      } else {
        if (open?.key !== key) {
          await endOpen()
          const stream = new PassThrough()
          // A write that fails is reported by the put.
          stream.on('error', () => {})
          open = { key, stream, put: start(key, stream) }
        }
        const { stream, put } = open
        if (!stream.write(content)) await Promise.race([new Promise((drained) => stream.once('drain', drained)), put])
      }
      if (failed) throw failed
    },
    async finish(): Promise<void> {
      await endOpen()
      await Promise.all(writing)
      if (failed) throw failed
    },
    /** After a fault: empties the store, once no file is being written any more that would appear in it afterwards. */
    async giveUp(): Promise<void> {
      open?.stream.destroy()
      await Promise.all(writing)
      await emptyStore(store)
    },
  }
}
