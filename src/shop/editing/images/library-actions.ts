import { listed } from '../../../core/lists/listed-actions.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { purgeWithCommit } from '../../../platform/http/cache/cache-sync.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { itemOf } from '../../media/image-actions.ts'
import {
  type ImagePlaces,
  type ImageRow,
  imageSource,
  listedImages,
  lockedImage,
  setImageTexts,
} from '../../media/library-actions.ts'
import { contentErrors } from '../errors.ts'
import { rewriteEverywhere, usedImages } from './image-use-actions.ts'
import { kindNames, kindOf } from '../kinds/kind-rules.ts'
import { type contentImageEdit, type contentImageReplace, imageIndex, type LibraryImage } from './library-contract.ts'

/** Every answer that may name a picture. */
const TAGS = [...new Set([...kindNames.flatMap((name) => kindOf(name).tags), 'projects', 'review'])]

/** The library of pictures as a list of the console. */
export const imageLibrary = (places: readonly ImagePlaces[]) =>
  listed<LibraryImage>({
    index: imageIndex,
    source: (ctx) => imageSource(() => usedImages(ctx, places)),
    rows: async (ctx, numbers) => {
      const rows = await listedImages(ctx, numbers)
      const used = new Set(await usedImages(ctx, places))
      const names = await namesOfStaff(ctx, [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))])
      return rows.map((row) => ({
        ...itemOf(row),
        no: row.no,
        format: row.format,
        bytes: row.bytes,
        use: used.has(row.id) ? 'used' : 'unused',
        createdByName: names.get(row.createdBy ?? 0) ?? '',
        createdAt: shanghaiTime(row.createdAt),
      }))
    },
  })

const textsOf = ({ name, alt, kind, credit, licence }: ImageRow) => ({ name, alt, kind, credit, licence })

export function editImage(
  ctx: Ctx<Staff>,
  { img, ...texts }: InputOf<typeof contentImageEdit>,
  places: readonly ImagePlaces[],
): Promise<void> {
  return inTx(ctx, async (inner) => {
    const image = await lockedImage(inner, img)
    await setImageTexts(inner, image.id, texts)
    if (texts.alt !== image.alt) await changeImage(inner, { from: image, to: image, alt: texts.alt }, places)
    else await purgeWithCommit(inner, TAGS)
    await recordAudit(inner, {
      action: 'content.image.edit',
      subject: `image:${image.id}`,
      before: textsOf(image),
      after: texts,
    })
  })
}

/** Every place that names one picture names the other. The replaced picture stays in the library, unused. */
export function replaceImage(
  ctx: Ctx<Staff>,
  { img, by }: InputOf<typeof contentImageReplace>,
  places: readonly ImagePlaces[],
): Promise<OutputOf<typeof contentImageReplace>> {
  return inTx(ctx, async (inner) => {
    // In the order of their names, so that two people who replace each other's pictures do not wait in a circle.
    const [one, other] = [img, by].toSorted()
    const locked = new Map([
      [one, await lockedImage(inner, one ?? '')],
      [other, await lockedImage(inner, other ?? '')],
    ])
    const [from, to] = [locked.get(img), locked.get(by)]
    if (!from || !to) throw refuse(commonErrors.notFound)
    if (from.id === to.id) throw refuse(contentErrors.sameImage)
    const alt = to.alt === '' ? from.alt : to.alt
    await setImageTexts(inner, to.id, { ...textsOf(to), alt })
    const rows = await changeImage(inner, { from, to, alt }, places)
    await recordAudit(inner, {
      action: 'content.image.replace',
      subject: `image:${from.id}`,
      before: { name: from.name, img: itemOf(from).img },
      after: { name: to.name, img: itemOf(to).img, rows },
    })
    return { rows }
  })
}

async function changeImage(
  ctx: Ctx,
  { from, to, alt }: { from: ImageRow; to: ImageRow; alt: string },
  places: readonly ImagePlaces[],
): Promise<number> {
  const { width, height } = to
  const change = { from: itemOf(from).img, to: itemOf(to).img, width, height, alt: { was: from.alt, now: alt } }
  const rows = await rewriteEverywhere(ctx, change, places)
  await purgeWithCommit(ctx, TAGS)
  return rows
}
