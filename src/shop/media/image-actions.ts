import { buffer } from 'node:stream/consumers'
import { detachFiles, keepGenerated } from '../../ground/files/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { contentErrors } from '../editing/errors.ts'
import type { contentImageList, ImageItem } from './image-contract.ts'
import { encodeImage } from './image-encoder.ts'
import {
  imageHead,
  LEAST_IMAGE_SIDE,
  MOST_IMAGE_PIXELS,
  type ServedFormat,
  servedImage,
  servedTypes,
} from './image-rules.ts'
import { imageById, imagePage, type ImageRow, insertImage } from './image-store.ts'

/** Takes a picture in: looked at, re-encoded elsewhere, kept in our sizes. One that is there already is not encoded again. */
export async function keepImage(ctx: Ctx<Staff>, file: UploadedFile): Promise<ImageItem> {
  try {
    const id = file.sha256.slice(0, 16)
    const known = await imageById(ctx.db, id)
    return itemOf(known ?? (await addImage(ctx, id, file)))
  } finally {
    // Only what we encoded ourselves is kept.
    await ctx.files.remove(file.key)
  }
}

async function addImage(ctx: Ctx<Staff>, id: string, file: UploadedFile): Promise<ImageRow> {
  const bytes = await buffer(await ctx.files.open(file.key))
  const head = imageHead(bytes)
  if (!head) throw refuse(contentErrors.imageUnreadable)
  if (head.width * head.height > MOST_IMAGE_PIXELS) throw refuse(contentErrors.imageTooLarge)
  if (Math.min(head.width, head.height) < LEAST_IMAGE_SIDE) throw refuse(contentErrors.imageTooSmall)
  const encoded = await encodeImage(bytes)
  if (!encoded) throw refuse(contentErrors.imageUnreadable)
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
    const createdBy = ctx.actor.id
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
      return (await imageById(inner.db, id)) ?? row
    }
    await recordAudit(inner, {
      action: 'content.image',
      subject: `image:${id}`,
      after: { name: file.name, width, height },
    })
    return row
  })
}

export async function imageList(
  ctx: Pick<Ctx, 'db'>,
  { page, size }: InputOf<typeof contentImageList>,
): Promise<OutputOf<typeof contentImageList>> {
  const { total, rows } = await imagePage(ctx.db, { limit: size, offset: (page - 1) * size })
  return { list: rows.map(itemOf), total, page, size }
}

/** The bytes under a public name; undefined for a name we never gave. */
export async function openImage(ctx: Pick<Ctx, 'db' | 'files'>, name: string) {
  const asked = servedImage(name)
  const image = asked && (await imageById(ctx.db, asked.id))
  if (!asked || !image) return undefined
  if (!name.startsWith(`${image.id}-${image.width}x${image.height}.`)) return undefined
  const key = image.files[`${asked.width ?? image.width}.${asked.format}`]
  if (key === undefined) return undefined
  return { type: servedTypes[asked.format], bytes: await ctx.files.open(key) }
}

function itemOf({ id, name, width, height, format }: ImageRow): ImageItem {
  return { img: `img/${id}-${width}x${height}.${format}`, name, width, height }
}
