import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { SNIFFED_BYTES, typeOfBytes } from '../../platform/http/upload.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { inBatches } from '../../platform/jobs/periodic.ts'
import { scanFile } from '../../platform/scan/scan.ts'
import { addDays } from '../../platform/time.ts'
import { uploadRefused } from './events.ts'
import { dropParts } from './part-actions.ts'
import { isProgram, partLimits, type UploadRefusal } from './part-rules.ts'
import {
  deleteParts,
  deleteUpload,
  idleUploads,
  type PartRow,
  partsOfUpload,
  setFile,
  setRefused,
  uploadById,
  type UploadRow,
} from './part-store.ts'
import { insertFile } from './store.ts'

/**
 * Makes one file of the parts of a finished upload: joined as a stream into a new object, hashed, its type detected, scanned. Only then has it
 * a row, so nobody can download it earlier. When the process dies on the way, the job runs again and the sweeper removes the unfinished object.
 */
export async function assembleUpload(ctx: Ctx, uploadId: number): Promise<void> {
  const upload = await uploadById(ctx.db, uploadId)
  if (!upload || upload.fileId !== null || upload.refusedAs !== null) return
  const parts = await partsOfUpload(ctx.db, uploadId)
  const stored = await ctx.files
    .put(Readable.from(joined(ctx, parts), { objectMode: false }), upload.size)
    .catch((error: unknown) => {
      if (error instanceof DamagedPart) return undefined
      throw error
    })
  if (!stored || stored.size !== upload.size) {
    if (stored) await dropParts(ctx, [{ storageKey: stored.key }])
    return refuseUpload(ctx, upload, 'damaged', '')
  }
  try {
    const mime = await typeOfBytes(await ctx.files.head(stored.key, SNIFFED_BYTES))
    const found = isProgram(upload.name, mime)
      ? ({ refused: 'program', detail: mime } as const)
      : await scanned(ctx, stored.key)
    if (found) {
      await refuseUpload(ctx, upload, found.refused, found.detail)
      return await dropParts(ctx, [{ storageKey: stored.key }])
    }
    if (!(await keepAssembled(ctx, upload, { ...stored, mime }))) await dropParts(ctx, [{ storageKey: stored.key }])
  } catch (error) {
    // The row may have been committed. If it was not, the sweeper removes the object.
    ctx.log.warn({ err: error, uploadId }, 'an upload was not put together')
    throw error
  }
}

class DamagedPart extends Error {}

/** The bytes of all parts, one open at a time. Each part is hashed again, so that the file consists of what was acknowledged. */
async function* joined(ctx: Ctx, parts: PartRow[]): AsyncGenerator<Buffer> {
  for (const { storageKey, sha256, part } of parts) {
    const hash = createHash('sha256')
    for await (const chunk of await ctx.files.open(storageKey)) {
      const bytes = Buffer.from(chunk as Uint8Array)
      hash.update(bytes)
      yield bytes
    }
    if (hash.digest('hex') !== sha256) throw new DamagedPart(`part ${part} differs from what was received`)
  }
}

async function scanned(ctx: Ctx, key: string): Promise<{ refused: UploadRefusal; detail: string } | undefined> {
  const verdict = await scanFile(ctx, () => ctx.files.open(key))
  if (verdict.kind === 'infected') return { refused: 'infected', detail: verdict.signature }
  if (verdict.kind === 'tooLarge') return { refused: 'unscannable', detail: '' }
  return undefined
}

/** False when the upload was cancelled or put together in the meantime. */
async function keepAssembled(
  ctx: Ctx,
  { id }: UploadRow,
  stored: { key: string; size: number; sha256: string; mime: string },
): Promise<boolean> {
  const parts = await inTx(ctx, async ({ db }) => {
    const now = ctx.clock.now()
    const upload = await uploadById(db, id)
    if (!upload || upload.fileId !== null || upload.refusedAs !== null) return undefined
    const file = await insertFile(db, {
      storageKey: stored.key,
      name: upload.name,
      size: stored.size,
      sha256: stored.sha256,
      mime: stored.mime,
      purpose: upload.purpose,
      uploadedByKind: upload.ownerKind,
      uploadedBy: upload.ownerId,
      customerId: upload.ownerKind === 'customer' ? upload.ownerId : null,
      attachedTo: upload.attachTo,
      createdAt: now,
    })
    await setFile(db, id, file.id, now)
    return deleteParts(db, id)
  })
  if (parts) await dropParts(ctx, parts)
  return parts !== undefined
}

async function refuseUpload(ctx: Ctx, upload: UploadRow, refusedAs: UploadRefusal, detail: string): Promise<void> {
  const parts = await inTx(ctx, async (inner) => {
    const current = await uploadById(inner.db, upload.id)
    if (!current || current.fileId !== null || current.refusedAs !== null) return []
    await setRefused(inner.db, upload.id, refusedAs, ctx.clock.now())
    await recordAudit(inner, {
      action: 'upload.refused',
      subject: `upload:${upload.uploadNo}`,
      after: { refusedAs, detail, name: upload.name, ownerKind: upload.ownerKind, ownerId: upload.ownerId },
    })
    if (upload.ownerKind === 'customer')
      await emit(inner, uploadRefused, { customerId: upload.ownerId, name: upload.name, refusedAs })
    return deleteParts(inner.db, upload.id)
  })
  await dropParts(ctx, parts)
}

/** Removes uploads that nobody used for days: unfinished and refused ones with their parts, and the rows of those that became files. */
export async function sweepUploads(ctx: Ctx): Promise<number> {
  const before = addDays(ctx.clock.now(), -partLimits.idleDays)
  return inBatches(async (most) => {
    const keys = await inTx(ctx, async ({ db }) => {
      const idle = await idleUploads(db, before, most)
      const removed = []
      for (const { id } of idle) {
        removed.push(await deleteParts(db, id))
        await deleteUpload(db, id)
      }
      return removed
    })
    await dropParts(ctx, keys.flat())
    return keys.length
  })
}
