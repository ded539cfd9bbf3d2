import { createWriteStream, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderDataBegin } from '../../src/lab/orders/analysis-data/data-contract.ts'
import { uploadPart } from '../../src/core/files/parts/part-contract.ts'
import type { Upload } from '../../src/core/files/parts/part-sender.ts'
import { code4sms } from '../../src/people/sign-in/contract.ts'
import { post, sha256 } from '../files/part-client.ts'
import type { Buyer } from '../services.ts'
import { idle, openMany, readNothing, writeSlowly } from './connections.ts'
import type { SlowRelay } from './slow-relay.ts'

export interface Place {
  url: string
  database: SlowRelay
  sms: SlowRelay
  person: Buyer
  /** File systems that can be filled; without them the disks stay as they are. */
  disks: { files: string; database: string } | undefined
}

export interface Trouble {
  name: string
  seconds: number
  /** What customers may be told meanwhile; without it none of them may notice anything. */
  mayTell?: RegExp
  /** Begins it; the answer ends it. What was found out in between is noted. */
  begin: (place: Place, note: (text: string) => void) => Promise<() => Promise<void> | void>
}

/** Each way, as of a database in another city. */
const SLOW_MS = 20
const IDLE_CONNECTIONS = 10_000
const SLOW_CONNECTIONS = 400
const UNAVAILABLE = /503 服务暂时不可用，请稍后重试|no answer/
const FULL = /507 存储空间不足，请联系客服/
const PART_BYTES = 2_000_000

export const troubles: Trouble[] = [
  {
    name: 'every answer of the database takes 40 ms more',
    seconds: 30,
    begin: async ({ database }) => {
      database.slow(SLOW_MS)
      return database.heal
    },
  },
  {
    name: 'the database is silent',
    seconds: 20,
    mayTell: UNAVAILABLE,
    begin: async ({ database }) => {
      database.slow(Infinity)
      return database.heal
    },
  },
  {
    name: 'the provider of messages is silent',
    seconds: 30,
    begin: async ({ sms, url }, note) => {
      sms.slow(Infinity)
      const began = performance.now()
      const asked = fetch(url + code4sms.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ phone: '13900000001', useFor: 0 }),
      }).then(async (response) => {
        const { msg } = (await response.json()) as { msg: string }
        note(`a code by message: ${response.status} ${msg} after ${(performance.now() - began).toFixed(0)} ms`)
      })
      return async () => {
        sms.heal()
        await asked
      }
    },
  },
  {
    name: 'ten thousand connections that do nothing',
    seconds: 40,
    begin: async ({ url }, note) => {
      const many = await openMany(Number(new URL(url).port), IDLE_CONNECTIONS, idle)
      note(`${many.opened} of ${IDLE_CONNECTIONS} opened`)
      return many.close
    },
  },
  {
    name: 'slow writers',
    // Longer than the server waits for a request, which is two minutes, and its look at them each half minute.
    seconds: 160,
    begin: async ({ url }, note) => {
      const many = await openMany(Number(new URL(url).port), SLOW_CONNECTIONS, writeSlowly)
      return () => {
        note(`${many.ended()} of ${many.opened} ended by the server`)
        many.close()
      }
    },
  },
  {
    name: 'readers that read nothing',
    seconds: 30,
    begin: async ({ url }) => (await openMany(Number(new URL(url).port), SLOW_CONNECTIONS, readNothing)).close,
  },
  {
    name: 'the disk of files is full',
    seconds: 20,
    begin: async ({ url, person, disks }, note) => {
      if (!disks) return () => note('not tried: only root can make a small disk')
      const free = await filled(disks.files)
      note(`a file is sent: ${await sent(url, person)}`)
      return async () => {
        free()
        note(`and again with space: ${await sent(url, person)}`)
      }
    },
  },
  {
    name: 'the disk of the database is full',
    seconds: 20,
    mayTell: FULL,
    begin: async ({ disks }, note) =>
      disks ? filled(disks.database) : () => note('not tried: only root can make a small disk'),
  },
]

async function sent(url: string, person: Buyer): Promise<string> {
  const bytes = new Uint8Array(PART_BYTES)
  const name = `${performance.now()}.raw`
  try {
    const start = { name, size: bytes.length, fingerprint: sha256(name) }
    const { uploadNo } = await post<Upload>(url, orderDataBegin, start, person)
    await post(url, uploadPart, { uploadNo, part: 1, sha256: sha256(bytes) }, { ...person, file: bytes })
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

/** Writes until nothing fits any more, and holds what is freed meanwhile; the answer frees it again. */
async function filled(folder: string): Promise<() => void> {
  const file = join(folder, 'fills-the-disk')
  const zeros = async function* () {
    for (;;) yield Buffer.alloc(1 << 16)
  }
  await pipeline(zeros, createWriteStream(file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error
  })
  await sleep(100)
  if (statfsSync(folder).bavail > 16) throw new Error(`${folder} is not full`)
  return () => rmSync(file)
}
