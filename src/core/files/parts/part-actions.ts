import { createHash, randomBytes } from 'node:crypto'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import type { UploadedFile } from '../../../platform/http/handler.ts'
import { dropFiles, safeName } from '../../../platform/http/upload.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { assembleJob } from '../events.ts'
import { partErrors } from './part-errors.ts'
import { openForParts, ownerOf, type Person } from './part-owner.ts'
import { refuseMisnamed } from '../name-actions.ts'
import { dropDirect, directOf, finishDirect, type FinishInput, storedParts } from '../direct/direct-actions.ts'
import { checksumText, isProgram, partCountOf, partLimits, sizeOfPart, uploadStateOf } from './part-rules.ts'
import {
  deleteParts,
  deleteUpload,
  insertPart,
  insertUpload,
  lockedUpload,
  noteUse,
  openUploadsFor,
  ownUpload,
  partOf,
  partsOfUpload,
  pendingFor,
  pendingOf,
  sameUpload,
  setAttachTo,
  setFinished,
  type UploadRow,
} from './part-store.ts'
import { lockUploads } from '../store.ts'
import type { FilePurpose } from '../rules.ts'

// Files uploaded in parts (decision 0068): begin, any number of parts in any order, finish. A job then makes one file of the parts.

export interface UploadStart {
  name: string
  size: number
  fingerprint: string
}

/**
 * Begins an upload, or answers the unfinished one of the same file. The caller has checked that the person may add a file to `attachTo`.
 */
export function beginUpload(
  ctx: Person,
  start: UploadStart,
  target: { purpose: FilePurpose; attachTo: string | null },
) {
  const name = safeName(start.name)
  if (isProgram(name)) throw refuse(partErrors.noPrograms)
  return inTx(ctx as Ctx, async (inner) => {
    const owner = ownerOf(ctx)
    await lockUploads(inner.db, owner.kind, owner.id)
    const same = await sameUpload(inner.db, owner, { ...start, ...target }, directOf(ctx) !== undefined)
    if (same) return uploadWire(same)
    const pending = await pendingOf(inner.db, owner)
    if (pending.count >= partLimits.mostOpen || pending.bytes + start.size > partLimits.mostOpenBytes)
      throw refuse(partErrors.tooManyOpen)
    const row = await insertUpload(inner.db, {
      ...start,
      ...target,
      name,
      uploadNo: randomBytes(18).toString('base64url'),
      ownerKind: owner.kind,
      ownerId: owner.id,
      partBytes: partLimits.partBytes,
      createdAt: ctx.clock.now(),
    })
    return uploadWire({ ...row, received: 0 })
  })
}

/** The same part with the same bytes may come again, from a repeated request or a second tab; other bytes are refused. */
export async function keepPart(
  ctx: Person,
  { uploadNo, part, sha256 }: { uploadNo: string; part: number; sha256: string },
  file: UploadedFile,
) {
  const isNew = await inTx(ctx as Ctx, async ({ db }) => {
    const upload = await openForParts(db, ctx, uploadNo)
    if (upload.storageKey !== null) throw refuse(partErrors.isDirect)
    if (part > partCountOf(upload)) throw refuse(partErrors.noSuchPart)
    if (file.size !== sizeOfPart(upload, part)) throw refuse(partErrors.wrongPartSize)
    if (file.sha256 !== sha256) throw refuse(partErrors.partDamaged)
    if (part === 1) await refuseMisnamed(ctx, { key: file.key, name: upload.name })
    await noteUse(db, upload.id, ctx.clock.now())
    if ((await insertPart(db, upload.id, { part, storageKey: file.key, size: file.size, sha256 })) > 0) return true
    if ((await partOf(db, upload.id, part))?.sha256 !== sha256) throw refuse(partErrors.partDiffers)
    return false
  })
  if (!isNew) await dropFiles(ctx, [file])
  return { part }
}

/** Which parts have arrived, with their hashes, so that the sender continues with the rest. */
export async function uploadProgress(ctx: Person, uploadNo: string) {
  const upload = await ownUpload(ctx.db, uploadNo, ownerOf(ctx))
  if (!upload) throw refuse(commonErrors.notFound)
  const parts = upload.storageKey === null ? await partsOfUpload(ctx.db, upload.id) : await storedParts(ctx, upload)
  const offered = upload.storageKey === null && parts.length === 0 && upload.finishedAt === null && directOf(ctx)
  return {
    ...uploadWire({ ...upload, received: parts.length }),
    parts: parts.map(({ part, sha256 }) => ({ part, sha256 })),
    direct: upload.storageKey !== null ? ('yes' as const) : offered ? ('offered' as const) : ('no' as const),
  }
}

/** All parts are sent. The job checks the whole and makes the file; finishing again changes nothing. */
export async function finishUpload(ctx: Person, input: FinishInput) {
  const { uploadNo, checksum } = input
  const found = await ownUpload(ctx.db, uploadNo, ownerOf(ctx))
  if (!found) throw refuse(commonErrors.notFound)
  if (found.storageKey !== null) return uploadWire(await finishDirect(ctx, found, input))
  return inTx(ctx as Ctx, async (inner) => {
    const upload = await lockedUpload(inner.db, uploadNo, ownerOf(ctx))
    if (!upload) throw refuse(commonErrors.notFound)
    const parts = await partsOfUpload(inner.db, upload.id)
    if (upload.finishedAt !== null) return uploadWire({ ...upload, received: parts.length })
    if (parts.length !== partCountOf(upload)) throw refuse(partErrors.partsMissing)
    const whole = createHash('sha256')
      .update(checksumText(parts.map(({ sha256 }) => sha256)))
      .digest('hex')
    if (whole !== checksum) throw refuse(partErrors.checksumDiffers)
    const finishedAt = ctx.clock.now()
    await setFinished(inner.db, upload.id, finishedAt)
    await enqueue(inner, assembleJob, { uploadId: upload.id })
    return uploadWire({ ...upload, finishedAt, received: parts.length })
  })
}

/** Ends an upload that has not become a file. Its parts are removed after the commit; if that fails, the sweeper removes them. */
export async function cancelUpload(ctx: Person, uploadNo: string): Promise<void> {
  const { upload, parts } = await inTx(ctx as Ctx, async ({ db }) => {
    const found = await lockedUpload(db, uploadNo, ownerOf(ctx))
    if (!found) throw refuse(commonErrors.notFound)
    if (found.fileId !== null) throw refuse(partErrors.uploadFinished)
    const removed = await deleteParts(db, found.id)
    await deleteUpload(db, found.id)
    return { upload: found, parts: removed }
  })
  await dropParts(ctx, parts)
  await dropDirect(ctx, upload)
}

/** Removes the bytes of parts; what cannot be removed is left to the sweeper. */
export async function dropParts(ctx: Pick<Ctx, 'files' | 'log'>, parts: { storageKey: string }[]): Promise<void> {
  for (const { storageKey: key } of parts)
    await ctx.files.remove(key).catch((err: unknown) => ctx.log.warn({ err, key }, 'a part was not removed'))
}

/** The person's uploads for something that have not become files. */
export async function uploadsFor(ctx: Person, attachTo: string) {
  return (await openUploadsFor(ctx.db, attachTo, ownerOf(ctx))).map(uploadWire)
}

/** How many files and bytes are on their way to something. */
export function pendingUploads(ctx: Pick<Ctx, 'db'>, attachTo: string) {
  return pendingFor(ctx.db, attachTo)
}

/** What was uploaded for one thing will belong to another, such as the order that a draft became. */
export function moveUploads(ctx: Pick<Ctx, 'db'>, from: string, to: string): Promise<void> {
  return setAttachTo(ctx.db, from, to)
}

function uploadWire(row: UploadRow & { received: number }) {
  const { uploadNo, name, size, partBytes, fingerprint, received, refusedAs, fileId, usedAt } = row
  return {
    uploadNo,
    name,
    size,
    partBytes,
    partCount: partCountOf(row),
    received,
    fingerprint,
    state: uploadStateOf(row),
    refusedAs,
    fileId,
    usedAt: shanghaiTime(usedAt),
  }
}
