import { articleImages, articleImageUses, rewriteArticleImage } from '../../articles/item-actions.ts'
import { catalogueImages, imageUses as catalogueUses, rewriteCatalogueImage } from '../../catalogue/actions.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { missingImages, removeImage } from '../../media/image-actions.ts'
import type { ImagePlaces } from '../../media/library-actions.ts'
import { ownImage } from '../../media/image-name-rules.ts'
import { changedData, type ImageChange, type ImageUse, patternOfImage } from '../../media/image-use-rules.ts'
import { contentErrors } from '../errors.ts'
import type { contentImageDelete, contentImageUses } from './image-use-contract.ts'
import { kindOf, type KindName } from '../kinds/kind-rules.ts'
import {
  holdRevisionsWith,
  imagesOfRevisions,
  oldVersionsWith,
  putRevisionData,
  revisionsWithImage,
} from '../revisions/revision-store.ts'

type Data = Record<string, unknown>

/** Where a picture of the library is used, for an editor who wants to delete it. */
export async function imageUses(
  ctx: Pick<Ctx, 'db'>,
  { img }: InputOf<typeof contentImageUses>,
  others: readonly ImagePlaces[],
): Promise<OutputOf<typeof contentImageUses>> {
  const id = ownImage(img)?.id
  if (id === undefined) throw refuse(commonErrors.notFound)
  return { uses: await usesOf(ctx, id, others), oldVersions: await oldVersionsWith(ctx.db, patternOfImage(id)) }
}

/** Only an unused picture is deleted. */
export function deleteImage(
  ctx: Ctx<Staff>,
  { img }: InputOf<typeof contentImageDelete>,
  others: readonly ImagePlaces[],
): Promise<void> {
  return removeImage(ctx, img, async (inner, id) => {
    const uses = await usesOf(inner, id, others)
    if (uses.length === 0) return
    const where = uses.slice(0, 5).map(({ label }) => label)
    throw refuse(contentErrors.imageInUse, `图片正在使用，不能删除：${where.join('；')}${uses.length > 5 ? ' 等' : ''}`)
  })
}

/** Refuses data that names a deleted picture. Call it in the transaction that writes the data. */
export async function requireImages(ctx: Ctx, data: Data): Promise<void> {
  if ((await missingImages(ctx, data)).length > 0) throw refuse(contentErrors.imageGone)
}

/** An old version without the pictures that were deleted since, so that its text can still be restored, and how many these are. */
export async function withoutDeletedImages(ctx: Ctx, data: Data): Promise<{ data: Data; deleted: number }> {
  const missing = await missingImages(ctx, data)
  if (missing.length === 0) return { data, deleted: 0 }
  const named = (text: string) => missing.some((id) => text.includes(`img/${id}-`))
  const rest = without(data, (text) => {
    if (!named(text)) return text
    return ownImage(text) ? '' : text.replace(/<img [^>]*>/g, (tag) => (named(tag) ? '' : tag))
  }) as Data
  return { data: rest, deleted: missing.length }
}

/** Every text of a version, at any depth. */
function without(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => without(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, without(each, change)]))
}

/** Ids of all pictures that are shown, or named by a version that may still be published. */
export async function usedImages(ctx: Pick<Ctx, 'db'>, others: readonly ImagePlaces[]): Promise<string[]> {
  const each = [await articleImages(ctx), await catalogueImages(ctx), await imagesOfRevisions(ctx.db)]
  for (const place of others) each.push(await place.used(ctx))
  return [...new Set(each.flat())]
}

/**
 * Writes a change of a picture wherever it is named: in what visitors see, and in the versions that are published or may be.
 * Superseded versions stay as they were. Answers the number of rows.
 */
export async function rewriteEverywhere(
  ctx: Ctx,
  change: ImageChange,
  others: readonly ImagePlaces[],
): Promise<number> {
  let rows = (await rewriteArticleImage(ctx, change)) + (await rewriteCatalogueImage(ctx, change))
  for (const { id, data } of await holdRevisionsWith(ctx.db, `%${change.from}%`))
    await putRevisionData(ctx.db, id, changedData(data, change))
  for (const place of others) rows += await place.rewrite(ctx, change)
  return rows
}

async function usesOf(ctx: Pick<Ctx, 'db'>, id: string, others: readonly ImagePlaces[]): Promise<ImageUse[]> {
  const pattern = patternOfImage(id)
  const shown = await articleImageUses(ctx, pattern)
  const revised = (await revisionsWithImage(ctx.db, pattern))
    .filter((item) => !shown.some((each) => each.kind === item.kind && each.id === item.id))
    .map(({ kind, id: item, data }) => ({ kind, id: item, title: String(data[kindOf(kind).title ?? ''] ?? '') }))
  const content = [...shown, ...revised].map(({ kind, id: item, title }) => ({
    label: title === '' ? kindOf(kind).label : `${kindOf(kind).label}「${title}」`,
    to: pageOfItem(kind, item),
  }))
  const catalogue = (await catalogueUses(ctx, pattern)).map(({ kind, id: item, title }) => ({
    label: `${kindOf(kind).label}「${title}」`,
    to: pageOfItem(kind, item),
  }))
  const named = new Set(catalogue.map(({ to }) => to))
  const found = [...content.filter(({ to }) => !named.has(to)), ...catalogue]
  for (const place of others) found.push(...(await place.named(ctx, pattern)))
  return found
}

/** The page of the console where an item is edited. */
function pageOfItem(kind: KindName, id: number): string {
  return `${kindOf(kind).home ?? `/console/content/${kind}`}/${id}`
}
