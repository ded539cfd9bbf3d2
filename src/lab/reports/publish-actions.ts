import { randomInt } from 'node:crypto'
import { filesOf, releaseTo, takeBack } from '../../ground/files/actions.ts'
import { lockOrder, markReportWithdrawn, orderForLab, orderForMoney } from '../orders/actions.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { type MovedOrder, type Target, verifyOrder } from '../orders/staff-actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { historyOf, recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { reportErrors } from './errors.ts'
import {
  codeAlphabet,
  codeLength,
  normalCode,
  reportLifecycle,
  type ReportState,
  reportStateOf,
  roundsOf,
  supersededFiles,
} from './rules.ts'
import {
  along,
  insertReport,
  lockResults,
  releaseRecords,
  releaseResults,
  replaceResults,
  reportByCode,
  type ReportRow,
  reportsOf,
  resultsOf,
} from './store.ts'

/**
 * Delivers: the order's move and its report are one transaction, so a customer never answers a delivery whose report is still to
 * come, and no report comes after the customer has spoken up.
 */
export function verifyResults(ctx: Ctx<Staff>, target: Target): Promise<MovedOrder> {
  return inTx(ctx, async (inner) => {
    const { id } = await orderForLab(inner, target.orderNo)
    await lockResults(inner.db, id)
    const moved = await verifyOrder(inner, target)
    await publishReport(inner, id, moved.version)
    return moved
  })
}

/**
 * After verification: the files become the customer's, and a report vouches for them. A second report takes the place of the
 * first. Only for the very version of the order that was verified, while it stands at 已交付; anything else is left alone, as
 * when an event of before an upgrade comes late. Safe to repeat.
 */
export async function publishReport(ctx: Ctx, orderId: number, version: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const locked = await lockOrder(inner, orderId)
    if (locked?.stage !== 'delivered' || locked.version !== version) return
    const order = await orderForLab(inner, orderId)
    const earlier = await reportsOf(inner.db, orderId)
    if (earlier.some((report) => report.orderVersion === version)) return
    const now = ctx.clock.now()
    await releaseAll(inner, order, now)
    await replaceValid(inner, order, earlier)
    const report = await insertReport(inner.db, {
      orderId,
      orderNo: order.orderNo,
      title: order.title,
      customerId: order.customerId,
      code: newCode(),
      edition: (earlier[0]?.edition ?? 0) + 1,
      checksums: await currentChecksums(inner, orderId),
      publishedAt: now,
      orderVersion: version,
      reviewerId: order.reviewerId,
    })
    await recordCreation(inner, reportLifecycle, report.id, 'valid')
    await enqueue(inner, 'report.render', { id: report.id })
    await emit(inner, 'report.published', {
      id: report.id,
      orderNo: order.orderNo,
      customerId: order.customerId,
      title: order.title,
      code: report.code,
      edition: report.edition,
    })
  })
}

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

/** Files and records become the customer's; what a retest measured anew is marked as replaced. */
async function releaseAll(ctx: Ctx, order: LabOrder, now: Date): Promise<void> {
  const files = (await resultsOf(ctx.db, order.id)).filter((row) => row.replacedAt === null)
  const { lines, samples, retestLineIds } = order
  const rounds = roundsOf(await historyOf(ctx, orderLifecycle.entity, order.id))
  await replaceResults(ctx.db, supersededFiles(files, { lines, samples, rounds, retestLineIds }), now)
  const released = await releaseResults(ctx.db, order.id, now)
  await releaseRecords(ctx.db, order.id, now)
  await releaseTo(
    ctx,
    released.map((row) => row.fileId),
    order.customerId,
  )
}

async function replaceValid(ctx: Ctx, order: LabOrder, earlier: ReportRow[]): Promise<void> {
  const valid = earlier.find((report) => report.stage === 'valid')
  if (!valid) return
  await transition(ctx, reportLifecycle, valid.id, 'replace', {
    set: along.replaced(),
    payload: { orderNo: order.orderNo, customerId: order.customerId },
  })
  await stampAgain(ctx, valid)
}

/** Nobody downloads the unstamped PDF any more; one with the stamp follows. */
async function stampAgain(ctx: Ctx, report: ReportRow): Promise<void> {
  if (report.pdfFileId !== null) await takeBack(ctx, [report.pdfFileId])
  await enqueue(ctx, 'report.render', { id: report.id })
}

async function currentChecksums(ctx: Ctx, orderId: number): Promise<string[]> {
  const current = (await resultsOf(ctx.db, orderId)).filter((row) => row.replacedAt === null)
  const files = await filesOf(
    ctx,
    current.map((row) => row.fileId),
  )
  return current.map((row) => files.get(row.fileId)?.sha256 ?? '').sort()
}

/** 59 random bits: nobody finds a report by trying codes. */
function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}

export async function withdrawReport(ctx: Ctx<Staff>, orderNo: string, reason: string) {
  return inTx(ctx, async (inner) => {
    const order = await orderForLab(inner, orderNo)
    const valid = (await reportsOf(inner.db, order.id)).find((report) => report.stage === 'valid')
    if (!valid) throw refuse(reportErrors.noReport)
    const { to } = await transition(inner, reportLifecycle, valid.id, 'withdraw', {
      reason,
      set: along.withdrawn(reason),
      payload: { orderNo, customerId: order.customerId, code: valid.code, reason },
    })
    await stampAgain(inner, valid)
    await markReportWithdrawn(inner, order.id)
    return { stage: to, stageName: reportLifecycle.stages[to] }
  })
}

/** What the public may know of a report and how it stands; undefined for a code that was never given out. */
export async function findReport(
  ctx: Pick<Ctx, 'db'>,
  code: string,
): Promise<(ReportRow & { state: ReportState }) | undefined> {
  const normal = normalCode(code)
  const report = normal === undefined ? undefined : await reportByCode(ctx.db, normal)
  if (!report) return undefined
  const order = await orderForMoney(ctx, report.orderId)
  const rounds = roundsOf(await historyOf(ctx, orderLifecycle.entity, report.orderId))
  return { ...report, state: reportStateOf(report.stage, { stage: order.stage, rounds }) }
}

/** An order's reports, newest first, for lists of papers. The caller has checked whose order it is. */
export async function publishedReports(ctx: Pick<Ctx, 'db'>, orderId: number) {
  const reports = await reportsOf(ctx.db, orderId)
  return reports.map(({ edition, stage, pdfFileId, publishedAt }) => ({
    edition,
    stageName: reportLifecycle.stages[stage],
    pdfFileId,
    publishedAt,
  }))
}
