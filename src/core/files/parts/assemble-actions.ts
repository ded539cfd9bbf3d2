import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { SNIFFED_BYTES, typeOfBytes } from '../../../platform/http/upload.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { inBatches } from '../../../platform/jobs/periodic.ts'
import { scanFile, scans } from '../../../platform/scan/scan.ts'
import { addDays } from '../../../platform/time.ts'
import { uploadRefused } from '../events.ts'
import { dropDirect } from '../direct/direct-actions.ts'
import { misnamedText } from '../kind-rules.ts'
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
import { insertFile } from '../store.ts'

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
  await examine(ctx, upload, stored)
}

export interface Assembled {
  key: string
  size: number
  sha256: string
  /** The hash is the sender's word until a scanner has read the file. */
  declared?: boolean
}

/** Detects the type, scans, and gives the file its row, or refuses it and removes the object. */
export async function examine(ctx: Ctx, upload: UploadRow, stored: Assembled): Promise<void> {
  try {
    const head = await ctx.files.head(stored.key, SNIFFED_BYTES)
    const mime = await typeOfBytes(head)
    const hash = stored.declared ? createHash('sha256') : undefined
    const found = isProgram(upload.name, mime)
      ? ({ refused: 'program', detail: mime } as const)
      : misnamedText(upload.name, head) !== undefined
        ? ({ refused: 'misnamed', detail: mime } as const)
        : await scanned(ctx, stored, hash)
    if (found) {
      await refuseUpload(ctx, upload, found.refused, found.detail)
      return await dropParts(ctx, [{ storageKey: stored.key }])
    }
    const declared = stored.declared === true && !scans(ctx)
    if (!(await keepAssembled(ctx, upload, { ...stored, declared, mime })))
      await dropParts(ctx, [{ storageKey: stored.key }])
  } catch (error) {
    // The row may have been committed. If it was not, the sweeper removes the object.
    ctx.log.warn({ err: error, uploadId: upload.id }, 'an upload was not put together')
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

/** The scanner reads the whole file, so a hash that is only the sender's word is checked on the way. */
async function scanned(
  ctx: Ctx,
  { key, sha256 }: Assembled,
  hash: Hash | undefined,
): Promise<{ refused: UploadRefusal; detail: string } | undefined> {
  const open = async () => {
    const bytes = await ctx.files.open(key)
    return hash ? Readable.from(hashed(bytes, hash)) : bytes
  }
  const verdict = await scanFile(ctx, open)
  if (verdict.kind === 'infected') return { refused: 'infected', detail: verdict.signature }
  if (verdict.kind === 'tooLarge') return { refused: 'unscannable', detail: '' }
  if (hash && scans(ctx) && hash.digest('hex') !== sha256) return { refused: 'damaged', detail: 'declared hash' }
  return undefined
}

async function* hashed(source: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk as Uint8Array)
    hash.update(bytes)
    yield bytes
  }
}

/** False when the upload was cancelled or put together in the meantime. */
async function keepAssembled(ctx: Ctx, { id }: UploadRow, stored: Assembled & { mime: string }): Promise<boolean> {
  const parts = await inTx(ctx, async ({ db }) => {
    const now = ctx.clock.now()
    const upload = await uploadById(db, id)
    if (!upload || upload.fileId !== null || upload.refusedAs !== null) return undefined
    const file = await insertFile(db, {
      storageKey: stored.key,
      name: upload.name,
      size: stored.size,
      sha256: stored.sha256,
      ...(stored.declared ? { sha256Declared: true } : {}),
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

export async function refuseUpload(
  ctx: Ctx,
  upload: UploadRow,
  refusedAs: UploadRefusal,
  detail: string,
): Promise<void> {
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
    const { idle, parts } = await inTx(ctx, async ({ db }) => {
      const found = await idleUploads(db, before, most)
      const removed = []
      for (const { id } of found) {
        removed.push(await deleteParts(db, id))
        await deleteUpload(db, id)
      }
      return { idle: found, parts: removed.flat() }
    })
    await dropParts(ctx, parts)
    for (const upload of idle) await dropDirect(ctx, upload)
    return idle.length
  })
}
