import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileLink } from '../../src/core/files/contract.ts'
import {
  uploadDirect,
  uploadFinish,
  uploadPart,
  uploadPartAddress,
  uploadState,
} from '../../src/core/files/parts/part-contract.ts'
import { partLimits } from '../../src/core/files/parts/part-rules.ts'
import type { Upload } from '../../src/core/files/parts/part-sender.ts'
import { orderDataBegin } from '../../src/lab/orders/analysis-data/data-contract.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { processorMs, residentMb, startServer } from '../measure.ts'
import { checksumOf, post, sha256 } from './part-client.ts'
import { type Buyer, buyers, openServices } from '../services.ts'

/**
 * Sends one file into an S3-compatible store and fetches it again, first through the server and then directly, and reports processor seconds,
 * peak memory and bytes of the server (read and written, sockets and disk) in each phase. The store is the S3 double as a process of its own, which
 * holds everything in memory: three times the size. Linux only. Run: node bench/files/direct-files.ts [megabytes] [port of the store] [server or direct]
 */
const size = process.argv[2] === undefined ? partLimits.mostBytes : Number(process.argv[2]) * 1024 * 1024
const storePort = Number(process.argv[3] ?? 47_200)
const STORE = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'bench', S3_SECRET_ACCESS_KEY: 'bench-secret' }
const IDLE_MS = 15_000

const only = process.argv[4]

for (const direct of only === undefined ? [false, true] : [only === 'direct']) {
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-direct-files-'))
  const store = spawn(process.execPath, ['bench/hosts/store.ts', '127.0.0.1', String(storePort), 'files'])
  try {
    await listening()
    await run(direct, folder)
  } finally {
    store.kill()
    await rm(folder, { recursive: true })
  }
}

async function run(direct: boolean, folder: string): Promise<void> {
  const database = await openPglite(join(folder, 'database'))
  const [person] = await buyers((await openServices(database)).ctx, 1)
  if (!person) throw new Error('no person')
  await database.close()
  const server = await startServer(['src/main.ts'], {
    ...STORE,
    PORT: '0',
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    S3_ENDPOINT: `http://127.0.0.1:${storePort}`,
    S3_DIRECT: direct ? 'on' : 'off',
  })
  try {
    await sleep(IDLE_MS)
    console.log(
      `${direct ? 'directly' : 'through the server'}: ${size} bytes, idle ${residentMb(server.pid).toFixed(0)} MB`,
    )
    const whole = createHash('sha256')
    const uploadNo = await measured('up', server.pid, () => sent(server.url, person, direct, whole))
    const { fileId, state } = await measured('checked', server.pid, () => checked(server.url, person, uploadNo))
    if (state !== 'ready') throw new Error(`the upload is ${state}`)
    const got = await measured('down', server.pid, () => fetched(server.url, person, fileId ?? 0, direct))
    const same = got === whole.digest('hex')
    console.log(`  the same bytes: ${same}`)
    if (!same) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

async function sent(
  url: string,
  person: Buyer,
  direct: boolean,
  whole: ReturnType<typeof createHash>,
): Promise<string> {
  const start = { name: 'large.raw', size, fingerprint: sha256('large.raw') }
  const { uploadNo } = await post<Upload>(url, orderDataBegin, start, person)
  const { partBytes, partCount } = await post<Upload>(url, direct ? uploadDirect : uploadState, { uploadNo }, person)
  const block = randomBytes(partBytes)
  const hashes: string[] = []
  for (let part = 1; part <= partCount; part++) {
    block.writeUInt32BE(part, 0)
    const piece = Uint8Array.from(block.subarray(0, Math.min(partBytes, size - (part - 1) * partBytes)))
    whole.update(piece)
    const input = { uploadNo, part, sha256: sha256(piece) }
    hashes.push(input.sha256)
    if (!direct) await post(url, uploadPart, input, { ...person, file: piece })
    else {
      const address = await post<{ url: string; headers: Record<string, string> }>(
        url,
        uploadPartAddress,
        input,
        person,
      )
      const answer = await fetch(address.url, { method: 'PUT', headers: address.headers, body: piece })
      if (!answer.ok) throw new Error(`the store answered ${answer.status}`)
    }
  }
  const end = { uploadNo, checksum: checksumOf(hashes) }
  await post(url, uploadFinish, direct ? { ...end, sha256: whole.copy().digest('hex') } : end, person)
  return uploadNo
}

async function checked(url: string, person: Buyer, uploadNo: string): Promise<Upload> {
  for (;;) {
    const upload = await post<Upload>(url, uploadState, { uploadNo }, person)
    if (upload.state !== 'checking') return upload
    await sleep(200)
  }
}

/** Like a browser, with its cookie. */
async function fetched(url: string, person: Buyer, id: number, direct: boolean): Promise<string> {
  const browserKey = 'b'.repeat(30)
  const link = await post<{ url: string }>(url, fileLink, { id, browserKey }, person)
  const answer = await fetch(url + link.url, { headers: { cookie: `mx_files=${browserKey}` } })
  if (answer.redirected !== direct) throw new Error('the download took the other way')
  const hash = createHash('sha256')
  for await (const chunk of answer.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

async function measured<T>(name: string, pid: number, work: () => Promise<T>): Promise<T> {
  let peakMb = residentMb(pid)
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid))
  }, 50)
  const [started, processor, bytes] = [performance.now(), processorMs(pid), bytesThrough(pid)]
  const result = await work().finally(() => clearInterval(timer))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const used = ((processorMs(pid) - processor) / 1000).toFixed(1)
  const megabytes = ((bytesThrough(pid) - bytes) / 1024 / 1024).toFixed(1)
  console.log(
    `  ${name}: ${seconds} s, processor ${used} s, peak ${peakMb.toFixed(0)} MB, read and written ${megabytes} MB`,
  )
  return result
}

function bytesThrough(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  return ['rchar', 'wchar'].reduce((sum, name) => sum + Number(new RegExp(`${name}: (\\d+)`).exec(text)?.[1]), 0)
}

async function listening(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const there = await new Promise<boolean>((resolve) => {
      const socket = connect(storePort, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.end())
    })
    if (there) return
    await sleep(100)
  }
  throw new Error('the store did not start')
}
