import { articleImageUses } from '../articles/item-actions.ts'
import { imageUses as catalogueUses } from '../catalogue/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { missingImages, removeImage } from '../media/image-actions.ts'
import { ownImage } from '../media/image-name-rules.ts'
import { contentErrors } from './errors.ts'
import type { contentImageDelete, contentImageUses, ImageUse } from './image-use-contract.ts'
import { kindOf } from './kind-rules.ts'
import { oldVersionsWith, revisionsWithImage } from './revision-store.ts'

type Data = Record<string, unknown>

/** Uses of a picture in higher slices, by a pattern of its name; contributed in app/calls.ts. */
export type OtherUses = (ctx: Pick<Ctx, 'db'>, pattern: string) => Promise<ImageUse[]>

/** Where a picture of the library is used, for an editor who wants to delete it. */
export async function imageUses(
  ctx: Pick<Ctx, 'db'>,
  { img }: InputOf<typeof contentImageUses>,
  others: OtherUses,
): Promise<OutputOf<typeof contentImageUses>> {
  const id = ownImage(img)?.id
  if (id === undefined) throw refuse(commonErrors.notFound)
  return { uses: await usesOf(ctx, id, others), oldVersions: await oldVersionsWith(ctx.db, patternOf(id)) }
}

/** Only an unused picture is deleted. */
export function deleteImage(
  ctx: Ctx<Staff>,
  { img }: InputOf<typeof contentImageDelete>,
  others: OtherUses,
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

/** An old version without the pictures that were deleted since, so that its text can still be restored. */
export async function withoutDeletedImages(ctx: Ctx, data: Data): Promise<Data> {
  const missing = await missingImages(ctx, data)
  if (missing.length === 0) return data
  const named = (text: string) => missing.some((id) => text.includes(`img/${id}-`))
  const entries = Object.entries(data).map(([name, value]) => {
    if (typeof value !== 'string' || !named(value)) return [name, value]
    if (ownImage(value)) return [name, '']
    return [name, value.replace(/<img [^>]*>/g, (tag) => (named(tag) ? '' : tag))]
  })
  return Object.fromEntries(entries)
}

async function usesOf(ctx: Pick<Ctx, 'db'>, id: string, others: OtherUses): Promise<ImageUse[]> {
  const shown = await articleImageUses(ctx, patternOf(id))
  const revised = (await revisionsWithImage(ctx.db, patternOf(id)))
    .filter((item) => !shown.some((each) => each.kind === item.kind && each.id === item.id))
    .map((item) => ({ ...item, title: '' }))
  const content = [...shown, ...revised].map(({ kind, id: item, title }) => ({
    label: title === '' ? kindOf(kind).label : `${kindOf(kind).label}「${title}」`,
    to: `/console/content/${kind}/${item}`,
  }))
  const projects = (await catalogueUses(ctx, patternOf(id))).map(({ kind, id: item, title }) => ({
    label: kind === 'category' ? `项目分类「${title}」` : `项目「${title}」`,
    to: kind === 'category' ? `/console/content/category/${item}` : `/detail/${item}`,
  }))
  const known = new Set(content.map(({ to }) => to))
  return [...content, ...projects.filter(({ to }) => !known.has(to)), ...(await others(ctx, patternOf(id)))]
}

function patternOf(id: string): string {
  return `%img/${id}-%`
}
