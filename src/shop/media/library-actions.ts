import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { IndexSource } from '../../platform/db/index-query.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { ownImage } from './image-name-rules.ts'
import type { PictureNote } from './credits/credit-rules.ts'
import {
  imageById,
  type ImageRow,
  type ImageTexts,
  imagesByNo,
  librarySource,
  lockImage,
  putImageTexts,
} from './image-store.ts'
import type { ImageChange, ImageUse } from './image-use-rules.ts'

export type { ImageRow } from './image-store.ts'

/** What a slice whose rows name pictures offers to the library. */
export interface ImagePlaces {
  /** Where a picture is named, by a LIKE pattern of its name. */
  named: (ctx: Pick<Ctx, 'db'>, pattern: string) => Promise<ImageUse[]>
  /** The ids of all pictures that are named anywhere. */
  used: (ctx: Pick<Ctx, 'db'>) => Promise<string[]>
  /** Writes the change wherever the picture is named, and answers in how many rows. */
  rewrite: (ctx: Pick<Ctx, 'db'>, change: ImageChange) => Promise<number>
}

/** The pictures as a list; `used` answers the ids of those that are shown somewhere. */
export function imageSource(used: () => Promise<string[]>): IndexSource {
  return librarySource(used)
}

export function listedImages(ctx: Pick<Ctx, 'db'>, numbers: readonly number[]): Promise<ImageRow[]> {
  return imagesByNo(ctx.db, numbers)
}

/** The picture of a name, locked until the transaction ends. Refuses notFound. */
export async function lockedImage(ctx: Pick<Ctx, 'db'>, img: string): Promise<ImageRow> {
  const id = ownImage(img)?.id
  const image = id === undefined ? undefined : await lockImage(ctx.db, id)
  if (!image) throw refuse(commonErrors.notFound)
  return image
}

/** What the library knows of the picture of a page; null for drawings, files of other sites, and pictures without a word. */
export async function pictureNoteOf(ctx: Pick<Ctx, 'db'>, img: string): Promise<PictureNote | null> {
  const id = ownImage(img)?.id
  const image = id === undefined ? undefined : await imageById(ctx.db, id)
  if (!image) return null
  const { kind, alt, credit, licence } = image
  return kind + alt + credit + licence === '' ? null : { kind, alt, credit, licence }
}

export function setImageTexts(ctx: Pick<Ctx, 'db'>, id: string, texts: ImageTexts): Promise<void> {
  return putImageTexts(ctx.db, id, texts)
}
