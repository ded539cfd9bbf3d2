import { createHash } from 'node:crypto'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { DirectPart, DirectStore } from '../../../platform/files/direct-access.ts'
import { newKey } from '../../../platform/files/metered.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { addHours } from '../../../platform/time.ts'
import {
  forgetStoreUpload,
  insertSignedPart,
  knownStoreUploads,
  setDirect,
  setStoreUpload,
  type SignedPart,
  signedPartsOf,
} from './direct-part-store.ts'
import { completeDirectJob } from '../events.ts'
import { partErrors } from '../parts/part-errors.ts'
import { openForParts, ownerOf, type Person } from '../parts/part-owner.ts'
import { checksumText, partCountOf, partLimits, sizeOfPart } from '../parts/part-rules.ts'
import { lockedUpload, noteUse, ownUpload, partsOfUpload, setFinished, type UploadRow } from '../parts/part-store.ts'
import { strayMinutes } from '../rules.ts'

// Uploads whose parts the browser puts straight into the store (decision 0099). Rights, quota and sizes are checked before an address is signed.

export interface FinishInput {
  uploadNo: string
  checksum: string
  /** Of the whole file; a direct upload needs it. */
  sha256?: string | undefined
}

/** The store that browsers may reach; undefined while bytes go through the server. */
export function directOf({ config, files }: Pick<Ctx, 'config' | 'files'>): DirectStore | undefined {
  return config.S3_DIRECT ? files.direct : undefined
}

/** From now on the parts of this upload go straight to the store. Refused when parts have come through the server. */
export function makeDirect(ctx: Person, uploadNo: string): Promise<void> {
  return inTx(ctx as Ctx, async ({ db }) => {
    const upload = await openForParts(db, ctx, uploadNo)
    if (upload.storageKey !== null) return
    if (!directOf(ctx) || (await partsOfUpload(db, upload.id)).length > 0) throw refuse(partErrors.notDirect)
    await setDirect(db, upload.id, newKey(), partLimits.directPartBytes)
  })
}

/**
 * An address for one part with this hash. Asking again answers a new one, because the former expires; another hash for the same part is
 * refused, so two tabs can never mix two files.
 */
export async function signPart(
  ctx: Person,
  { uploadNo, part, sha256 }: { uploadNo: string; part: number; sha256: string },
) {
  const direct = directOf(ctx)
  if (!direct) throw refuse(partErrors.notDirect)
  const { key, storeUploadId } = await begunAtStore(ctx, direct, uploadNo)
  const size = await inTx(ctx as Ctx, async ({ db }) => {
    const upload = await openForParts(db, ctx, uploadNo)
    if (part > partCountOf(upload)) throw refuse(partErrors.noSuchPart)
    const signed = await insertSignedPart(db, upload.id, { part, size: sizeOfPart(upload, part), sha256 })
    if (signed.sha256 !== sha256) throw refuse(partErrors.partDiffers)
    await noteUse(db, upload.id, ctx.clock.now())
    return signed.size
  })
  return direct.partAddress(key, storeUploadId, { part, size, sha256 }, ctx.clock.now())
}

/** Begins the upload at the store with the first part, outside of a transaction. Of two tabs one begins. */
async function begunAtStore(ctx: Person, direct: DirectStore, uploadNo: string) {
  const upload = await ownUpload(ctx.db, uploadNo, ownerOf(ctx))
  if (!upload) throw refuse(commonErrors.notFound)
  if (upload.storageKey === null) throw refuse(partErrors.notDirect)
  if (upload.finishedAt !== null) throw refuse(partErrors.uploadFinished)
  const key = upload.storageKey
  if (upload.storeUploadId !== null) return { key, storeUploadId: upload.storeUploadId }
  const begun = await direct.begin(key)
  const storeUploadId = await setStoreUpload(ctx.db, upload.id, begun)
  if (storeUploadId !== begun) await direct.abort(key, begun)
  if (storeUploadId === undefined) throw refuse(commonErrors.notFound)
  return { key, storeUploadId }
}

/** The parts that the store has, as they were signed. When the store has lost the upload, it begins anew. */
export async function storedParts(ctx: Pick<Ctx, 'db' | 'files' | 'log'>, upload: UploadRow): Promise<SignedPart[]> {
  const { storageKey, storeUploadId, id } = upload
  if (storageKey === null || storeUploadId === null || !ctx.files.direct || upload.fileId !== null) return []
  // All had arrived when it was finished; the store is not asked again while the page waits for the check.
  if (upload.finishedAt !== null) return signedPartsOf(ctx.db, id)
  const found = await ctx.files.direct.parts(storageKey, storeUploadId)
  if (found) return matching(found, await signedPartsOf(ctx.db, id), ctx.log)
  await forgetStoreUpload(ctx.db, id, storeUploadId)
  return []
}

/** Of the parts at the store those with the length and hash that were signed, in the order of the file. */
export function matching(
  found: readonly DirectPart[],
  signed: readonly SignedPart[],
  log: Ctx['log'],
): (SignedPart & DirectPart)[] {
  if (found.some(({ sha256 }) => sha256 === '')) {
    log.error('the store keeps no SHA-256 of parts, which S3_DIRECT needs')
    throw refuse(partErrors.storeKeepsNoHash)
  }
  const stored = new Map(found.map((each) => [each.part, each]))
  return signed.flatMap((each) => {
    const part = stored.get(each.part)
    return part && part.size === each.size && part.sha256 === each.sha256 ? [{ ...each, ...part }] : []
  })
}

/** All parts are at the store. The job joins them and makes the file; finishing again changes nothing. */
export async function finishDirect(ctx: Person, upload: UploadRow, { checksum, sha256 }: FinishInput) {
  const received = partCountOf(upload)
  if (upload.finishedAt !== null) return { ...upload, received }
  if (sha256 === undefined) throw refuse(partErrors.wholeHashMissing)
  const parts = await storedParts(ctx, upload)
  if (parts.length !== received) throw refuse(partErrors.partsMissing)
  const whole = createHash('sha256').update(checksumText(parts.map((part) => part.sha256)))
  if (whole.digest('hex') !== checksum) throw refuse(partErrors.checksumDiffers)
  return inTx(ctx as Ctx, async (inner) => {
    const current = await lockedUpload(inner.db, upload.uploadNo, ownerOf(ctx))
    if (!current) throw refuse(commonErrors.notFound)
    if (current.finishedAt !== null) return { ...current, received }
    const finishedAt = ctx.clock.now()
    await setFinished(inner.db, upload.id, finishedAt, sha256)
    await enqueue(inner, completeDirectJob, { uploadId: upload.id })
    return { ...current, finishedAt, received }
  })
}

/** Removes what the store has of a direct upload that is no file. If that fails, the sweeper does it. */
export async function dropDirect(ctx: Pick<Ctx, 'files' | 'log'>, upload: UploadRow): Promise<void> {
  const { storageKey: key, storeUploadId, fileId } = upload
  if (key === null || fileId !== null) return
  try {
    if (storeUploadId !== null) await ctx.files.direct?.abort(key, storeUploadId)
    await ctx.files.remove(key)
  } catch (err) {
    ctx.log.warn({ err, key }, 'a direct upload was not removed')
  }
}

/** Ends uploads at the store that no row names, left by a crash or a rollback. */
export async function sweepStoreUploads(ctx: Ctx): Promise<number> {
  const direct = directOf(ctx)
  if (!direct) return 0
  const before = addHours(ctx.clock.now(), -strayMinutes / 60)
  let ended = 0
  for await (const { key, uploadId, begunAt } of direct.unfinished()) {
    if (begunAt >= before || (await knownStoreUploads(ctx.db, [uploadId])).has(uploadId)) continue
    await direct.abort(key, uploadId)
    ended += 1
  }
  return ended
}
