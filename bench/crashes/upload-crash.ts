import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepUploads } from '../../src/core/files/parts/assemble-actions.ts'
import { uploadFinish, uploadPart, uploadState } from '../../src/core/files/parts/part-contract.ts'
import type { Upload } from '../../src/core/files/parts/part-sender.ts'
import { sweepFiles } from '../../src/core/files/sweep-actions.ts'
import { orderDataBegin } from '../../src/lab/orders/analysis-data/data-contract.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { diskStore } from '../../src/platform/files/disk-store.ts'
import { addDays } from '../../src/platform/time.ts'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { type Running, show, spread, startServer } from '../measure.ts'
import { checksumOf, post, Refused, sha256 } from '../files/part-client.ts'
import { type Buyer, buyers, openServices } from '../services.ts'

/**
 * Kills the server repeatedly (kill -9) while eight people send files of 5 MB in parts, continuing after each crash. Afterwards checks that every
 * part that was acknowledged is there, that every finished upload became one file with exactly its bytes, and that the sweeper leaves nothing
 * in the store that no file refers to. Run: node bench/crashes/upload-crash.ts [pglite|postgres] [kills] [most seconds]
 */
const [engine = 'pglite', killsText = '100', secondsText = 'Infinity'] = process.argv.slice(2)
const until = performance.now() + Number(secondsText) * 1000
const PEOPLE = 8
const MOST_FILES = 40
const FILE_BYTES = 5_000_000

interface Sent {
  uploadNo: string
  sha256: string
  parts: string[]
  finished: boolean
}

const folder = await mkdtemp(join(tmpdir(), 'mingxi-upload-crash-'))
const cluster = engine === 'postgres' ? await startCluster({ durable: true }) : undefined
const open = async (): Promise<Database> => (cluster ? openPostgres(cluster.url) : openPglite(join(folder, 'database')))
const settings = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
}
const people = await prepare()
const sent: Sent[] = []
const readyMs: number[] = []
let refused = 0
let stopping = false
let server: Running = await startServer(['src/main.ts'], settings)
const clients = people.map((person) => upload(person))
let kills = 0
for (; kills < Number(killsText) && performance.now() < until; kills++) {
  await sleep(400 + Math.random() * 1200)
  await server.stop('SIGKILL')
  const started = performance.now()
  server = await startServer(['src/main.ts'], settings)
  readyMs.push(performance.now() - started)
}
stopping = true
await Promise.all(clients)
await settled()
await server.stop()
await judge()
await cluster?.stop()
await rm(folder, { recursive: true })

async function upload(person: Buyer): Promise<void> {
  for (let n = 0; n < MOST_FILES && !stopping; n++) {
    const bytes = randomBytes(FILE_BYTES)
    const name = `${person.id}-${n}.raw`
    const begun = await insist(() =>
      post<Upload>(server.url, orderDataBegin, { name, size: bytes.length, fingerprint: sha256(name) }, person),
    )
    if (!begun) return
    const { uploadNo, partBytes, partCount } = begun
    const entry: Sent = { uploadNo, sha256: sha256(bytes), parts: [], finished: false }
    sent.push(entry)
    for (let part = 1; part <= partCount; part++) {
      const piece = Uint8Array.from(bytes.subarray((part - 1) * partBytes, part * partBytes))
      const hash = sha256(piece)
      const kept = await insist(() =>
        post(server.url, uploadPart, { uploadNo, part, sha256: hash }, { ...person, file: piece }),
      )
      if (!kept) return
      entry.parts.push(hash)
    }
    const checksum = checksumOf(entry.parts)
    if (!(await insist(() => post<Upload>(server.url, uploadFinish, { uploadNo, checksum }, person)))) return
    entry.finished = true
  }
}

async function insist<T>(work: () => Promise<T>): Promise<T | undefined> {
  while (!stopping) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused) {
        refused += 1
        throw error
      }
      await sleep(20)
    }
  }
  return undefined
}

/** A job of a killed server runs again when its lease of 45 s has expired. */
async function settled(): Promise<void> {
  const finished = sent.filter((entry) => entry.finished)
  const latest = Date.now() + 240_000
  while (Date.now() < latest) {
    const states = await Promise.all(
      finished.map((entry) =>
        Promise.any(
          people.map((person) => post<Upload>(server.url, uploadState, { uploadNo: entry.uploadNo }, person)),
        ),
      ),
    )
    if (states.every(({ state }) => state !== 'checking')) return
    await sleep(3000)
  }
}

async function judge(): Promise<void> {
  const database = await open()
  const files = diskStore(join(folder, 'files'))
  const rows = await database.rows<{
    uploadNo: string
    storageKey: string | null
    sha256: string | null
    refusedAs: string | null
  }>(sql`
    select upload_no, storage_key, sha256, refused_as from uploads u left join files f on f.id = u.file_id`)
  const byNo = new Map(rows.map((row) => [row.uploadNo, row]))
  const parts = await database.rows<{ uploadNo: string; sha256: string; storageKey: string }>(sql`
    select upload_no, p.sha256, p.storage_key from upload_parts p join uploads u on u.id = p.upload_id`)
  let lost = 0
  let wrong = 0
  for (const entry of sent) {
    const row = byNo.get(entry.uploadNo)
    if (entry.finished && !row?.storageKey) lost += 1
    if (row?.storageKey) {
      const bytes = await buffer(await files.open(row.storageKey))
      if (sha256(bytes) !== entry.sha256 || row.sha256 !== entry.sha256) wrong += 1
    } else {
      const there = parts.filter(({ uploadNo }) => uploadNo === entry.uploadNo)
      if (entry.parts.some((hash) => !there.some((part) => part.sha256 === hash))) lost += 1
    }
  }
  for (const part of parts) if (sha256(await buffer(await files.open(part.storageKey))) !== part.sha256) wrong += 1
  const before = await count(files)
  const { ctx } = await openServices(database)
  const later = { ...ctx, files, clock: { ...ctx.clock, now: () => addDays(new Date(), 4) } }
  // Files that belong to a draft stay; everything else in the store has to go.
  await sweepUploads(later)
  const swept = await sweepFiles(later)
  const left = await database.rows<{ storageKey: string }>(sql`select storage_key from files`)
  const known = new Set(left.map(({ storageKey }) => storageKey))
  let orphans = 0
  for await (const { key } of files.list()) if (!known.has(key)) orphans += 1
  const finished = sent.filter((entry) => entry.finished).length
  console.log(
    `${engine}: ${kills} kills, ${sent.length} uploads begun, ${finished} finished; lost ${lost}, with other bytes ${wrong}, refused ${refused}; ` +
      `${before} objects in the store, ${swept.strays} strays swept, ${swept.missing} rows without bytes, ${orphans} orphans left; ready again after ${show(spread(readyMs))} ms`,
  )
  await database.close()
  if (lost + wrong + refused + orphans + swept.missing > 0) process.exitCode = 1
}

async function count(files: ReturnType<typeof diskStore>): Promise<number> {
  let objects = 0
  for await (const _ of files.list()) objects += 1
  return objects
}

async function prepare(): Promise<Buyer[]> {
  const database = await open()
  const { ctx } = await openServices(database)
  const made = await buyers(ctx, PEOPLE)
  await database.close()
  return made
}
