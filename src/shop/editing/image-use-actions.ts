import { imageUses as catalogueUses } from '../catalogue/actions.ts'
import { detachAll } from '../../ground/files/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { contentErrors } from './errors.ts'
import type { contentImageDelete, contentImageUses, ImageUse } from '../media/image-contract.ts'
import { ownImage } from '../media/image-name-rules.ts'
import { deleteImageRow, holdImages, imageUseRows, lockImage, oldVersionsWith } from './image-use-store.ts'
import { kindOf } from './kind-rules.ts'

type Data = Record<string, unknown>

/** Where a picture of the library stands, for whoever wants to delete it. */
export async function imageUses(
  ctx: Pick<Ctx, 'db'>,
  { img }: InputOf<typeof contentImageUses>,
): Promise<OutputOf<typeof contentImageUses>> {
  const id = ownImage(img)?.id
  if (id === undefined) throw refuse(commonErrors.notFound)
  return { uses: await usesOf(ctx, id), oldVersions: await oldVersionsWith(ctx.db, patternOf(id)) }
}

/** Only what nothing uses is deleted. Its files go with the next sweep of the file store. */
export function deleteImage(ctx: Ctx<Staff>, { img }: InputOf<typeof contentImageDelete>): Promise<void> {
  return inTx(ctx, async (inner) => {
    const id = ownImage(img)?.id
    const image = id === undefined ? undefined : await lockImage(inner.db, id)
    if (!image) throw refuse(commonErrors.notFound)
    const uses = await usesOf(inner, image.id)
    if (uses.length > 0) {
      const where = uses.slice(0, 5).map(({ label }) => label)
      throw refuse(
        contentErrors.imageInUse,
        `图片正在使用，不能删除：${where.join('；')}${uses.length > 5 ? ' 等' : ''}`,
      )
    }
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

/** Nothing is saved or published with a picture that was deleted meanwhile. Call it in the writing transaction. */
export async function requireImages(ctx: Ctx, data: Data): Promise<void> {
  if ((await missingIn(ctx, data)).length > 0) throw refuse(contentErrors.imageGone)
}

/** An old version without the pictures that were deleted since, so that its words can still be restored. */
export async function withoutDeletedImages(ctx: Ctx, data: Data): Promise<Data> {
  const missing = await missingIn(ctx, data)
  if (missing.length === 0) return data
  const named = (text: string) => missing.some((id) => text.includes(`img/${id}-`))
  const entries = Object.entries(data).map(([name, value]) => {
    if (typeof value !== 'string' || !named(value)) return [name, value]
    if (ownImage(value)) return [name, '']
    return [name, value.replace(/<img [^>]*>/g, (tag) => (named(tag) ? '' : tag))]
  })
  return Object.fromEntries(entries)
}

async function usesOf(ctx: Pick<Ctx, 'db'>, id: string): Promise<ImageUse[]> {
  const content = (await imageUseRows(ctx.db, patternOf(id))).map(({ kind, id: item, title }) => ({
    label: title === '' ? kindOf(kind).label : `${kindOf(kind).label}「${title}」`,
    to: `/console/content/${kind}/${item}`,
  }))
  const projects = (await catalogueUses(ctx, patternOf(id))).map(({ kind, id: item, title }) => ({
    label: kind === 'category' ? `项目分类「${title}」` : `项目「${title}」`,
    to: kind === 'category' ? `/console/content/category/${item}` : `/detail/${item}`,
  }))
  const known = new Set(content.map(({ to }) => to))
  return [...content, ...projects.filter(({ to }) => !known.has(to))]
}

async function missingIn(ctx: Ctx, data: Data): Promise<string[]> {
  const ids = [...new Set([...JSON.stringify(data).matchAll(/img\/([0-9a-f]{16})-\d/g)].map(([, id]) => id as string))]
  if (ids.length === 0) return []
  const there = await holdImages(ctx.db, ids)
  return ids.filter((id) => !there.has(id))
}

function patternOf(id: string): string {
  return `%img/${id}-%`
}
