import { randomInt } from 'node:crypto'
import { filesOf, releaseTo, takeBack } from '../../core/files/actions.ts'
import { lockOrder, markReportWithdrawn, orderForLab, orderForMoney } from '../orders/actions.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { type MovedOrder, verifyOrder } from '../orders/staff/staff-actions.ts'
import type { OrderTarget } from '../orders/record-rules.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { historyOf, recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { keepChecks, requireTicked } from './checks/check-actions.ts'
import { reportErrors } from './errors.ts'
import {
  codeAlphabet,
  codeLength,
  type MeasuredValue,
  normalCode,
  recordsOfReport,
  reportLifecycle,
  type ReportState,
  reportStateOf,
  roundsOf,
  supersededFiles,
  lineTitle,
} from './rules.ts'
import { changesBetween, printedTerms } from './documents/template-rules.ts'
import {
  allRecords,
  changes,
  insertReport,
  lockResults,
  releaseRecords,
  releaseResults,
  type RecordRow,
  replaceResults,
  reportByCode,
  type ReportRow,
  type ResultRow,
  reportsOf,
  resultsOf,
} from './store.ts'
import { renderReportJob, reportPublished } from './events.ts'

/**
 * Delivers the order and publishes its report in one transaction, so that the customer never sees a delivery without its report, and
 * no report is published after the customer has asked for a retest.
 */
export function verifyResults(ctx: Ctx<Staff>, input: OrderTarget & { checks: string[] }): Promise<MovedOrder> {
  const { checks, ...target } = input
  return inTx(ctx, async (inner) => {
    const order = await orderForLab(inner, target.orderNo)
    const { id } = order
    await lockResults(inner.db, id)
    const moved = await verifyOrder(inner, target)
    await keepChecks(inner, id, moved.version, await requireTicked(inner, order, checks))
    await publishReport(inner, id, moved.version)
    return moved
  })
}

/**
 * Releases the files to the customer and publishes a report for them, which replaces a former one. Only for the version of the order
 * that was verified, while its stage is 已交付; otherwise (for a late event from before an upgrade) it does nothing. Safe to repeat.
 */
export async function publishReport(ctx: Ctx, orderId: number, version: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const locked = await lockOrder(inner, orderId)
    if (locked?.stage !== 'delivered' || locked.version !== version) return
    const order = await orderForLab(inner, orderId)
    const earlier = await reportsOf(inner.db, orderId)
    if (earlier.some((report) => report.orderVersion === version)) return
    const now = ctx.clock.now()
    const edition = await editionOf(inner, order, { version, earlier })
    await releaseAll(inner, order, now)
    await replaceValid(inner, order, earlier)
    const report = await insertReport(inner.db, { ...edition, code: newCode() })
    await recordCreation(inner, reportLifecycle, report.id, 'valid')
    await enqueue(inner, renderReportJob, { id: report.id })
    await emit(inner, reportPublished, {
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

/** The edition that is published when the order, at this version, has been verified. */
async function editionOf(
  ctx: Ctx,
  order: LabOrder,
  { version, earlier }: { version: number; earlier: readonly ReportRow[] },
): Promise<NewEdition> {
  const superseded = await supersededIn(ctx, order)
  const files = await resultsOf(ctx.db, order.id)
  const current = files.filter((row) => row.replacedAt === null && !superseded.includes(row.id))
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    customerId: order.customerId,
    edition: (earlier[0]?.edition ?? 0) + 1,
    checksums: await checksumsOf(ctx, current),
    publishedAt: ctx.clock.now(),
    orderVersion: version,
    reviewerId: order.reviewerId,
    changeNote: await changeNoteOf(ctx, order, { version, before: earlier[0], files, current }),
    printed: printedTerms(await readSetting(ctx, 'reportTerms'), order.lines),
  }
}

type NewEdition = Omit<Parameters<typeof insertReport>[1], 'code'>

/** The edition that would be published if the order were verified now. `undefined`: it is neither tested nor verified. */
export async function nextEdition(ctx: Ctx, orderNo: string): Promise<NewEdition | undefined> {
  const order = await orderForLab(ctx, orderNo)
  if (order.stage !== 'testing' && order.stage !== 'verifying') return undefined
  const earlier = await reportsOf(ctx.db, order.id)
  // Verifying raises the version, and the edition has what was entered before. Who verifies is not known yet.
  return { ...(await editionOf(ctx, order, { version: order.version + 1, earlier })), reviewerId: null }
}

/** The files that the data of a retest replaces. */
async function supersededIn(ctx: Ctx, order: LabOrder): Promise<number[]> {
  const files = (await resultsOf(ctx.db, order.id)).filter((row) => row.replacedAt === null)
  const { lines, samples, retestLineIds } = order
  const rounds = roundsOf(await historyOf(ctx, orderLifecycle.entity, order.id))
  return supersededFiles(files, { lines, samples, rounds, retestLineIds })
}

/** Releases files and records to the customer, and marks those that a retest replaced. */
async function releaseAll(ctx: Ctx, order: LabOrder, now: Date): Promise<void> {
  await replaceResults(ctx.db, await supersededIn(ctx, order), now)
  const released = await releaseResults(ctx.db, order.id, now)
  await releaseRecords(ctx.db, order.id, now)
  await releaseTo(
    ctx,
    released.map((row) => row.fileId),
    order.customerId,
  )
}

interface Compared {
  version: number
  before: ReportRow | undefined
  /** All files of the order, and those of the new edition. */
  files: readonly ResultRow[]
  current: readonly ResultRow[]
}

/** Why there is a new edition, and what it changes: printed on it and shown where it is verified. */
async function changeNoteOf(ctx: Ctx, order: LabOrder, { version, before, files, current }: Compared): Promise<string> {
  if (!before) return ''
  const { retest, corrected } = roundsOf(await historyOf(ctx, orderLifecycle.entity, order.id))
  const reasons = [
    ...(retest && retest.since > before.orderVersion ? ['样品已复测'] : []),
    ...(corrected && corrected.since > before.orderVersion ? [`更正原因：${corrected.reason}`] : []),
  ]
  const records = await allRecords(ctx.db, order.id)
  const stored = await filesOf(
    ctx,
    files.map((row) => row.fileId),
  )
  const summed = (rows: readonly ResultRow[]) =>
    rows.map((row) => ({ ...row, sha256: stored.get(row.fileId)?.sha256 ?? '' }))
  const changed = changesBetween(
    {
      values: valuesOf(order, recordsOfReport(records, before.orderVersion)),
      files: summed(files).filter(({ sha256 }) => before.checksums.includes(sha256)),
    },
    { values: valuesOf(order, recordsOfReport(records, version)), files: summed(current) },
  )
  return [...reasons, ...changed].join('。').slice(0, mostChangeNote)
}

const mostChangeNote = 1000

/** A value of all samples is named after its project when the order has several. */
function valuesOf(order: LabOrder, records: ReturnType<typeof recordsOfReport<RecordRow>>): MeasuredValue[] {
  return records.flatMap((record) => {
    const project = order.lines.length > 1 ? lineTitle(order.lines, record.lineId) : ''
    return record.measured.map((value) => ({ ...value, sampleNo: value.sampleNo || project }))
  })
}

async function replaceValid(ctx: Ctx, order: LabOrder, earlier: ReportRow[]): Promise<void> {
  const valid = earlier.find((report) => report.stage === 'valid')
  if (!valid) return
  await transition(ctx, reportLifecycle, valid.id, 'replace', {
    set: changes.replaced(),
    payload: { orderNo: order.orderNo, customerId: order.customerId },
  })
  await stampAgain(ctx, valid)
}

/** The PDF without a stamp can no longer be downloaded; one with the stamp is rendered. */
async function stampAgain(ctx: Ctx, report: ReportRow): Promise<void> {
  if (report.pdfFileId !== null) await takeBack(ctx, [report.pdfFileId])
  await enqueue(ctx, renderReportJob, { id: report.id })
}

async function checksumsOf(ctx: Ctx, rows: readonly ResultRow[]): Promise<string[]> {
  const files = await filesOf(
    ctx,
    rows.map((row) => row.fileId),
  )
  return rows.map((row) => files.get(row.fileId)?.sha256 ?? '').sort()
}

/** 59 random bits, so that codes cannot be guessed. */
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
      set: changes.withdrawn(reason),
      payload: { orderNo, customerId: order.customerId, code: valid.code, reason },
    })
    await stampAgain(inner, valid)
    await markReportWithdrawn(inner, order.id)
    return { stage: to, stageName: reportLifecycle.stages[to] }
  })
}

/** The public facts and the state of a report; undefined for an unknown code. */
export async function findReport(
  ctx: Pick<Ctx, 'db'>,
  code: string,
): Promise<(ReportRow & { state: ReportState; current: ReportRow | null }) | undefined> {
  const normal = normalCode(code)
  const report = normal === undefined ? undefined : await reportByCode(ctx.db, normal)
  if (!report) return undefined
  const order = await orderForMoney(ctx, report.orderId)
  const rounds = roundsOf(await historyOf(ctx, orderLifecycle.entity, report.orderId))
  const current = report.stage === 'replaced' ? (await reportsOf(ctx.db, report.orderId))[0] : undefined
  return { ...report, state: reportStateOf(report.stage, { stage: order.stage, rounds }), current: current ?? null }
}

/** The reports of an order, newest first. The caller has checked whose order it is. */
export async function publishedReports(ctx: Pick<Ctx, 'db'>, orderId: number) {
  const reports = await reportsOf(ctx.db, orderId)
  return reports.map(({ edition, stage, pdfFileId, publishedAt }) => ({
    edition,
    stageName: reportLifecycle.stages[stage],
    pdfFileId,
    publishedAt,
  }))
}
