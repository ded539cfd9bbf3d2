import { randomInt } from 'node:crypto'
import { filesOf, releaseTo } from '../files/actions.ts'
import { orderForLab } from '../orders/actions.ts'
import { refuse } from '../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../platform/http/ctx.ts'
import { emit, enqueue } from '../platform/jobs/outbox.ts'
import { recordBirth, transition } from '../platform/lifecycle/transition.ts'
import { reportErrors } from './errors.ts'
import { codeAlphabet, codeLength, normalCode, reportLifecycle } from './rules.ts'
import { along, insertReport, releaseResults, reportByCode, type ReportRow, reportsOf, resultsOf } from './store.ts'

/**
 * After verification: the files become the customer's, and a report vouches for them. A second report takes the place of the
 * first. Safe to repeat: with nothing new and a valid report there is nothing to do.
 */
export async function publishReport(ctx: Ctx, orderId: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const order = await orderForLab(inner, orderId)
    const now = ctx.clock.now()
    const released = await releaseResults(inner.db, orderId, now)
    await releaseTo(
      inner,
      released.map((row) => row.fileId),
      order.customerId,
    )
    const earlier = await reportsOf(inner.db, orderId)
    const valid = earlier.find((report) => report.stage === 'valid')
    const checksums = await currentChecksums(inner, orderId)
    if (valid && valid.checksums.join() === checksums.join()) return
    if (valid)
      await transition(inner, reportLifecycle, valid.id, 'replace', {
        payload: { orderNo: order.orderNo, customerId: order.customerId },
      })
    const report = await insertReport(inner.db, {
      orderId,
      orderNo: order.orderNo,
      title: order.title,
      customerId: order.customerId,
      code: newCode(),
      edition: (earlier[0]?.edition ?? 0) + 1,
      checksums,
      publishedAt: now,
    })
    await recordBirth(inner, reportLifecycle, report.id, 'valid')
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
    return { stage: to, stageName: reportLifecycle.stages[to] }
  })
}

/** What the public may know of a report; undefined for a code that was never given out. */
export async function findReport(ctx: Pick<Ctx, 'db'>, code: string): Promise<ReportRow | undefined> {
  const normal = normalCode(code)
  return normal === undefined ? undefined : reportByCode(ctx.db, normal)
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
