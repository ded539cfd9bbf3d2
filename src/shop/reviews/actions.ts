import { attachFile, filesOf } from '../../core/files/actions.ts'
import { customerOf, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { projectTag, reviewTag } from '../catalogue/tag-rules.ts'
import { purgeWithCommit } from '../../platform/http/cache/cache-sync.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { projectItems, setRating } from '../catalogue/actions.ts'
import { pictureOf } from '../media/image-actions.ts'
import type { deviceReviews, evaluateAdd } from './contract.ts'
import { reviewErrors } from './errors.ts'
import { reviewReplied } from './events.ts'
import type { StaffReview } from './list-contract.ts'
import { reviewLifecycle, shownName } from './rules.ts'
import {
  changes,
  insertReview,
  keepFiles,
  keepImages,
  publishedOf,
  putReply,
  ratingOf,
  type Review,
  reviewById,
  reviewsByIds,
  reviewsOfLines,
  replaceReviewPicture,
  reviewPictures,
  reviewsWithImage,
} from './store.ts'
import type { ImagePlaces } from '../media/library-actions.ts'

/** What shows the evaluations of a project or their number: lists and its own page. */
const tagsFor = (rid: number) => ['catalogue', projectTag(rid), reviewTag(rid)]

type Written = Omit<InputOf<typeof evaluateAdd>, 'showCompany'> & { showCompany: boolean; rid: number }

/** Keeps an evaluation of a delivered line; the caller has checked that it is the customer's. One per line, by the database. */
export async function addReview(ctx: Ctx<Customer>, { rid, fileIds, showCompany, ...review }: Written) {
  return inTx(ctx, async (inner) => {
    const { name, company } = await customerOf(inner, ctx.actor.id)
    const row = await insertReview(
      inner.db,
      {
        ...review,
        customerId: ctx.actor.id,
        projectId: rid,
        tags: [...new Set(review.tags)],
        shownName: shownName(name),
        company: showCompany ? company : '',
      },
      ctx.clock.now(),
    )
    if (!row) throw refuse(reviewErrors.reviewedBefore)
    const files: number[] = []
    for (const id of new Set(fileIds)) files.push((await attachFile(inner, id, `review:${row.id}`, ['review'])).id)
    await keepFiles(inner.db, row.id, files)
    await recordCreation(inner, reviewLifecycle, row.id, 'pending')
    return { id: row.id }
  })
}

/** The customer's own evaluations of these lines. */
export async function ownReviews(ctx: Ctx<Customer>, lineIds: number[]) {
  const rows = await reviewsOfLines(ctx.db, ctx.actor.id, lineIds)
  return new Map(
    rows.map(({ lineId, stars, tags, words, stage, reply, reason }) => [
      lineId,
      { stars, tags, words, stage, stageLabel: reviewLifecycle.stages[stage], reply, reason },
    ]),
  )
}

/** What visitors read of a project: published evaluations only. */
export async function reviewsOfProject(ctx: Pick<Ctx, 'db'>, { rid, page, size }: InputOf<typeof deviceReviews>) {
  const rows = await publishedOf(ctx.db, rid, size, (page - 1) * size)
  const list = rows.map((row) => ({
    ...{ id: row.id, name: row.shownName, company: row.company, stars: row.stars, tags: row.tags, words: row.words },
    ...{ images: row.images, reply: row.reply },
    on: shanghaiDate(row.createdAt),
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}

export async function publishReview(ctx: Ctx<Staff>, { id, version }: { id: number; version: number }): Promise<void> {
  await move(ctx, id, async (inner, row) => {
    const set = changes.published(ctx.clock.now())
    await transition(inner, reviewLifecycle, id, 'publish', { version, set, payload: await factsFor(inner, row) })
  })
}

export async function hideReview(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<void> {
  await move(ctx, id, async (inner, row) => {
    const payload = { ...(await factsFor(inner, row)), reason }
    await transition(inner, reviewLifecycle, id, 'hide', { version, reason, set: changes.hidden(reason), payload })
  })
}

/** Moves an evaluation and counts the project's evaluations again, in one transaction with the purge of its pages. */
async function move(ctx: Ctx<Staff>, id: number, work: (ctx: Ctx<Staff>, row: Review) => Promise<void>) {
  await inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    await work(inner, row)
    await setRating(inner, row.projectId, () => ratingOf(inner.db, row.projectId))
    await purgeWithCommit(inner, tagsFor(row.projectId))
  })
}

export async function replyToReview(ctx: Ctx<Staff>, { id, reply }: { id: number; reply: string }): Promise<void> {
  await inTx(ctx, async (inner) => {
    const before = await existing(inner, id)
    if (before.reply === reply) return
    await putReply(inner.db, id, reply, ctx.clock.now())
    await recordAudit(inner, {
      action: 'review.reply',
      subject: `review:${id}`,
      before: { reply: before.reply },
      after: { reply },
    })
    await emit(inner, reviewReplied, { reviewId: id, rid: before.projectId, ...(await factsFor(inner, before)) })
    if (before.stage === 'published') await purgeWithCommit(inner, tagsFor(before.projectId))
  })
}

/**
 * The subscriber of a publication encodes the pictures again for visitors: it takes seconds, too long for the call. A picture that cannot be
 * read is left out. Runs again without harm.
 */
export async function preparePictures(ctx: Ctx, id: number): Promise<void> {
  const row = await reviewById(ctx.db, id)
  if (!row || row.stage !== 'published' || row.fileIds.length === 0) return
  const files = await filesOf(ctx, row.fileIds)
  const images: string[] = []
  for (const fileId of row.fileIds) {
    const file = files.get(fileId)
    const img = file && (await pictureOf(ctx, file))
    if (img) images.push(img)
  }
  await inTx(ctx, async (inner) => {
    await keepImages(inner.db, id, images)
    await purgeWithCommit(inner, tagsFor(row.projectId))
  })
}

/** Whether the evaluation is shown, and whose it is, for what it earns. */
export async function reviewState(ctx: Pick<Ctx, 'db'>, id: number) {
  const row = await reviewById(ctx.db, id)
  return (
    row && {
      customerId: row.customerId,
      orderNo: row.orderNo,
      shown: row.stage === 'published',
      publishedAt: row.publishedAt,
    }
  )
}

/** The pictures of evaluations, for the library of pictures. */
export const reviewImages: ImagePlaces = {
  named: async (ctx, pattern) =>
    (await reviewsWithImage(ctx.db, pattern)).map(({ orderNo }) => ({
      label: `订单 ${orderNo} 的评价`,
      to: '/console/reviews?tab=all',
    })),
  used: (ctx) => reviewPictures(ctx.db),
  rewrite: async (ctx, { from, to }) => (from === to ? 0 : replaceReviewPicture(ctx.db, from, to)),
}

export async function reviewViews(ctx: Ctx<Staff>, ids: number[]): Promise<StaffReview[]> {
  const rows = await reviewsByIds(ctx.db, ids)
  const customers = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  const projects = await projectItems(ctx, [...new Set(rows.map(({ projectId }) => projectId))])
  const files = await filesOf(
    ctx,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  return rows.map((row) => ({
    ...{ id: row.id, version: row.version, stage: row.stage, rid: row.projectId, orderNo: row.orderNo },
    ...{ shownName: row.shownName, company: row.company, stars: row.stars, tags: row.tags, words: row.words },
    ...{ images: row.images, reply: row.reply, reason: row.reason },
    stageLabel: reviewLifecycle.stages[row.stage],
    projectName: projects.find(({ rid }) => rid === row.projectId)?.name ?? '',
    customerName: customerName(customers.get(row.customerId)),
    files: row.fileIds.flatMap((id) => files.get(id) ?? []).map(({ id, name }) => ({ id, name })),
    createdAt: shanghaiTime(row.createdAt),
  }))
}

async function existing(ctx: Ctx, id: number): Promise<Review> {
  const row = await reviewById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

async function factsFor(ctx: Ctx, { customerId, projectId }: Review) {
  const [project] = await projectItems(ctx, [projectId])
  return { customerId, name: project?.name ?? '' }
}
