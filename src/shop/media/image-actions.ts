import { buffer } from 'node:stream/consumers'
import { detachAll, detachFiles, keepGenerated } from '../../core/files/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { imageErrors } from './errors.ts'
import type { contentImageList, contentImageUpload, ImageItem } from './image-contract.ts'
import { encodeImage } from './encode-actions.ts'
import { ownImage } from './image-name-rules.ts'
import {
  imageHead,
  LEAST_IMAGE_SIDE,
  MOST_IMAGE_PIXELS,
  type ServedFormat,
  servedImage,
  servedTypes,
} from './image-rules.ts'
import {
  deleteImageRow,
  holdImages,
  imageById,
  imagePage,
  type ImageRow,
  insertImage,
  lockImage,
} from './image-store.ts'

/** Checks an uploaded picture, re-encodes it in a child process and stores it in our sizes. A picture that exists already is not encoded again. */
export async function keepImage(ctx: Ctx<Staff>, file: UploadedFile): Promise<OutputOf<typeof contentImageUpload>> {
  try {
    const id = file.sha256.slice(0, 16)
    const known = await imageById(ctx.db, id)
    return { ...itemOf(known ?? (await addImage(ctx, id, file))), known: known !== undefined }
  } finally {
    // Only re-encoded files are kept.
    await ctx.files.remove(file.key)
  }
}

/** Makes a stored file a picture of the public pages: checked and encoded again like an upload. Undefined when it cannot be read. */
export async function pictureOf(
  ctx: Ctx,
  file: { storageKey: string; sha256: string; name: string },
): Promise<string | undefined> {
  const id = file.sha256.slice(0, 16)
  const known = await imageById(ctx.db, id)
  if (known) return itemOf(known).img
  try {
    return itemOf(await addImage(ctx, id, { key: file.storageKey, name: file.name })).img
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Of a new picture. */
const noNote = { alt: '', kind: '', credit: '', licence: '' } as const

async function addImage(ctx: Ctx, id: string, file: Pick<UploadedFile, 'key' | 'name'>): Promise<Omit<ImageRow, 'no'>> {
  const bytes = await buffer(await ctx.files.open(file.key))
  const head = imageHead(bytes)
  if (!head) throw refuse(imageErrors.imageUnreadable)
  if (head.width * head.height > MOST_IMAGE_PIXELS) throw refuse(imageErrors.imageTooLarge)
  if (Math.min(head.width, head.height) < LEAST_IMAGE_SIDE) throw refuse(imageErrors.imageTooSmall)
  const encoded = await encodeImage(bytes)
  if (!encoded) throw refuse(imageErrors.imageUnreadable)
  const { width, height, format } = encoded
  return inTx(ctx, async (inner) => {
    const files: Record<string, string> = {}
    const ids: number[] = []
    let total = 0
    for (const [name, content] of Object.entries(encoded.files)) {
      const mime = servedTypes[name.split('.')[1] as ServedFormat]
      const kept = await keepGenerated(inner, {
        name: `${id}-${name}`,
        mime,
        bytes: content,
        purpose: 'picture',
        customerId: null,
        attachedTo: `image:${id}`,
      })
      files[name] = kept.storageKey
      ids.push(kept.id)
      total += content.length
    }
    const createdBy = ctx.actor.kind === 'staff' ? ctx.actor.id : null
    const row = {
      id,
      name: file.name,
      width,
      height,
      format,
      files,
      bytes: total,
      createdBy,
      createdAt: ctx.clock.now(),
    }
    if ((await insertImage(inner.db, row)) === 0) {
      await detachFiles(inner, ids)
      return (await imageById(inner.db, id)) ?? { ...row, ...noNote }
    }
    if (createdBy !== null)
      await recordAudit(inner, {
        action: 'content.image',
        subject: `image:${id}`,
        after: { name: file.name, width, height },
      })
    return { ...row, ...noNote }
  })
}

export async function imageList(
  ctx: Pick<Ctx, 'db'>,
  { kw, page, size }: InputOf<typeof contentImageList>,
): Promise<OutputOf<typeof contentImageList>> {
  const { total, rows } = await imagePage(ctx.db, { kw, limit: size, offset: (page - 1) * size })
  return { list: rows.map(itemOf), total, page, size }
}

/** The bytes under a public name; undefined for a name that was never issued. */
export async function openImage(ctx: Pick<Ctx, 'db' | 'files'>, name: string) {
  const asked = servedImage(name)
  const image = asked && (await imageById(ctx.db, asked.id))
  if (!asked || !image) return undefined
  if (!name.startsWith(`${image.id}-${image.width}x${image.height}.`)) return undefined
  const key = image.files[`${asked.width ?? image.width}.${asked.format}`]
  if (key === undefined) return undefined
  return { type: servedTypes[asked.format], bytes: await ctx.files.open(key) }
}

/** Deletes a picture unless `requireUnused` refuses. Its files go with the next sweep of the file store. */
export function removeImage(
  ctx: Ctx<Staff>,
  img: string,
  requireUnused: (ctx: Ctx, id: string) => Promise<void>,
): Promise<void> {
  return inTx(ctx, async (inner) => {
    const id = ownImage(img)?.id
    const image = id === undefined ? undefined : await lockImage(inner.db, id)
    if (!image) throw refuse(commonErrors.notFound)
    await requireUnused(inner, image.id)
    await deleteImageRow(inner.db, image.id)
    await detachAll(inner, `image:${image.id}`)
    await recordAudit(inner, {
      action: 'content.image.delete',
      subject: `image:${image.id}`,
      before: { name: image.name, img },
      after: null,
    })
  })
}

/** Pictures named anywhere in the data that do not exist. Those that do are locked until the transaction ends. */
export async function missingImages(ctx: Pick<Ctx, 'db'>, data: Record<string, unknown>): Promise<string[]> {
  const ids = [...new Set([...JSON.stringify(data).matchAll(/img\/([0-9a-f]{16})-\d/g)].map(([, id]) => id as string))]
  if (ids.length === 0) return []
  const found = await holdImages(ctx.db, ids)
  return ids.filter((id) => !found.has(id))
}

export function itemOf(image: Omit<ImageRow, 'no'>): ImageItem {
  const { id, name, alt, kind, credit, licence, width, height, format } = image
  return { img: `img/${id}-${width}x${height}.${format}`, name, alt, kind, credit, licence, width, height }
}
