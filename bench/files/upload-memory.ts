import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileLink } from '../../src/core/files/contract.ts'
import { uploadFinish, uploadPart, uploadState } from '../../src/core/files/parts/part-contract.ts'
import { partLimits } from '../../src/core/files/parts/part-rules.ts'
import type { Upload } from '../../src/core/files/parts/part-sender.ts'
import { orderDataBegin } from '../../src/lab/orders/analysis-data/data-contract.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { residentMb, startServer } from '../measure.ts'
import { checksumOf, post, sha256 } from './part-client.ts'
import { buyers, openServices } from '../services.ts'

/**
 * Sends one file of the largest size in parts and downloads it again, and reports the peak memory of the server in each phase, above that of the
 * idle server. Uses three times the size on the disk and removes it. Run: node bench/files/upload-memory.ts [megabytes]
 */
const size = process.argv[2] === undefined ? partLimits.mostBytes : Number(process.argv[2]) * 1024 * 1024
const folder = await mkdtemp(join(tmpdir(), 'mingxi-upload-memory-'))
const database = await openPglite(join(folder, 'database'))
const [person] = await buyers((await openServices(database)).ctx, 1)
if (!person) throw new Error('no person')
await database.close()
const server = await startServer(['src/main.ts'], { PORT: '0', DEMO: 'on', LOG_LEVEL: 'silent', DATA_DIR: folder })
try {
  await sleep(15_000)
  const idle = residentMb(server.pid)
  const whole = createHash('sha256')
  const block = randomBytes(partLimits.partBytes)
  const start = { name: 'large.raw', size, fingerprint: sha256('large.raw') }
  const { uploadNo, partBytes, partCount } = await post<Upload>(server.url, orderDataBegin, start, person)
  const hashes: string[] = []
  const up = await measured(async () => {
    for (let part = 1; part <= partCount; part++) {
      block.writeUInt32BE(part, 0)
      const piece = Uint8Array.from(block.subarray(0, Math.min(partBytes, size - (part - 1) * partBytes)))
      whole.update(piece)
      const hash = sha256(piece)
      hashes.push(hash)
      await post(server.url, uploadPart, { uploadNo, part, sha256: hash }, { ...person, file: piece })
    }
  })
  const together = await measured(async () => {
    await post(server.url, uploadFinish, { uploadNo, checksum: checksumOf(hashes) }, person)
    while ((await post<Upload>(server.url, uploadState, { uploadNo }, person)).state === 'checking') await sleep(200)
  })
  const { fileId, state } = await post<Upload>(server.url, uploadState, { uploadNo }, person)
  if (state !== 'ready') throw new Error(`the upload is ${state}`)
  let got = ''
  const down = await measured(async () => {
    const { url } = await post<{ url: string }>(server.url, fileLink, { id: fileId }, person)
    const response = await fetch(server.url + url, { headers: { token: person.token } })
    const hash = createHash('sha256')
    for await (const chunk of response.body ?? []) hash.update(chunk)
    got = hash.digest('hex')
  })
  const same = got === whole.digest('hex')
  const line = (name: string, { peakMb, seconds }: Measured) =>
    `${name} ${seconds.toFixed(0)} s, ${(size / 1024 / 1024 / seconds).toFixed(0)} MB/s, peak ${peakMb.toFixed(0)} MB (+${(peakMb - idle).toFixed(0)})`
  console.log(
    [
      `${size} bytes in ${partCount} parts; idle server ${idle.toFixed(0)} MB`,
      line('up', up),
      line('put together', together),
      line('down', down),
      `the same bytes: ${same}`,
    ].join('\n'),
  )
  if (!same) process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}

interface Measured {
  seconds: number
  peakMb: number
}

async function measured(work: () => Promise<void>): Promise<Measured> {
  let peakMb = residentMb(server.pid)
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(server.pid))
  }, 50)
  const started = performance.now()
  await work()
  clearInterval(timer)
  return { seconds: (performance.now() - started) / 1000, peakMb }
}
