import { attachFile, detachFiles, filesAttachedTo, releaseTo, shareAttached } from '../../../core/files/actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { sampleOf } from '../actions.ts'
import { sampleErrors } from '../errors.ts'
import { isPhotoType, mayRemovePhoto, mostPhotos } from './photo-rules.ts'
import { lockSample, setPrintedPhoto } from './photo-store.ts'
import { sampleOfParty, type SamplesOf } from '../store.ts'
import type { SampleRow } from '../wire-rules.ts'

const photosOf = (id: number) => `sample:${id}`

/** The first photo is the one that the report prints, until it is removed. */
export async function addPhoto(ctx: Ctx<Staff>, sampleNo: string, fileId: number) {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, sampleNo)
    const before = await filesAttachedTo(inner, photosOf(row.id))
    const file = await attachFile(inner, fileId, photosOf(row.id), ['photo'])
    if (!isPhotoType(file.mime)) throw refuse(sampleErrors.photoKind)
    if (before.every(({ id }) => id !== fileId)) {
      if (before.length >= mostPhotos) throw refuse(sampleErrors.tooManyPhotos)
      await releaseTo(inner, [fileId], row.customerId)
      if (row.payerId !== row.customerId) await shareAttached(inner, photosOf(row.id), row.payerId)
      if (row.photoFileId === null) await setPrintedPhoto(inner.db, row.id, fileId)
      await recordAudit(inner, { action: 'sample.addPhoto', subject: `sample:${row.id}`, after: { fileId } })
    }
    return photosShown(inner, await sampleOf(inner, sampleNo))
  })
}

export async function removePhoto(ctx: Ctx<Staff>, sampleNo: string, fileId: number) {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, sampleNo)
    if (!mayRemovePhoto(row.stage)) throw refuse(sampleErrors.photoKept)
    const photos = await filesAttachedTo(inner, photosOf(row.id))
    if (photos.some(({ id }) => id === fileId)) {
      const next = photos.find(({ id }) => id !== fileId)
      if (row.photoFileId === fileId) await setPrintedPhoto(inner.db, row.id, next?.id ?? null)
      await detachFiles(inner, [fileId])
      await recordAudit(inner, { action: 'sample.removePhoto', subject: `sample:${row.id}`, before: { fileId } })
    }
    return photosShown(inner, await sampleOf(inner, sampleNo))
  })
}

export async function photosForStaff(ctx: Ctx, sampleNo: string) {
  return photosShown(ctx, await sampleOf(ctx, sampleNo))
}

/** Of the customer who ordered, or of the group that pays. */
export async function photosForParty(ctx: Ctx, whose: SamplesOf, sampleNo: string) {
  const row = await sampleOfParty(ctx.db, whose, sampleNo)
  if (!row) throw refuse(commonErrors.notFound)
  return photosShown(ctx, row)
}

/** The photos are counted and chosen one request after the other. */
async function locked(ctx: Ctx, sampleNo: string): Promise<SampleRow & { payerId: number }> {
  const { id } = await sampleOf(ctx, sampleNo)
  const { payerId } = await lockSample(ctx.db, id)
  return { ...(await sampleOf(ctx, sampleNo)), payerId }
}

async function photosShown(ctx: Ctx, { id, photoFileId, stage }: SampleRow) {
  const photos = await filesAttachedTo(ctx, photosOf(id))
  return {
    photos: photos.map((file) => ({
      id: file.id,
      name: file.name,
      takenAt: shanghaiTime(file.createdAt),
      printed: file.id === photoFileId,
    })),
    removable: mayRemovePhoto(stage),
  }
}
