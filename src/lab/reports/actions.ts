import { attachFile, type FileRow, fileForStaff, filesOf, keepUpload } from '../../core/files/actions.ts'
import { fileErrors } from '../../core/files/errors.ts'
import { beginUpload, type UploadStart } from '../../core/files/parts/part-actions.ts'
import { orderForLab, recordExperimentEnd } from '../orders/actions.ts'
import { readableOrderRecord } from '../orders/read-actions.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { handInOrder, type MovedOrder } from '../orders/staff/staff-actions.ts'
import type { OrderTarget } from '../orders/record-rules.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { historyOf } from '../../platform/lifecycle/transition.ts'
import { addHours, fromShanghai } from '../../platform/time.ts'
import { isAwaited } from '../samples/rules.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { templateFor } from '../../core/settings/report-template-rules.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { sampleOfFile } from '../../core/curves/data-rules.ts'
import { latestChecks, requiredChecks } from './checks/check-actions.ts'
import { sameDataAs } from './results/same-data-actions.ts'
import { reportErrors } from './errors.ts'
import { foreignNumbers, isResultKind } from './results/result-name-rules.ts'
import { repeatedValue } from './results/value-rules.ts'
import { previewOf } from './documents/preview-rules.ts'
import { chosenInstrument, controlReasonOf } from './results/record-actions.ts'
import {
  clockToleranceMinutes,
  currentRound,
  missingForHandIn,
  type MeasuredValue,
  missingRecords,
  reportStateOf,
  roundNumber,
  type Rounds,
  roundsOf,
  samplesWithData,
} from './rules.ts'
import {
  allRecords,
  currentRecords,
  dropWithoutData,
  insertResult,
  lockResults,
  moveUnreleased,
  type RecordRow,
  removeUnreleased,
  replaceRecord,
  reportsOf,
  resultsOf,
  withoutDataOf,
} from './store.ts'

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

export interface RecordEntry {
  orderNo: string
  lineId: number
  /** The record that the person saw before, null when there was none; undefined: whichever there is. */
  replacesId?: number | null | undefined
  instrumentId: number | null
  instrument: string
  /** The standard or procedure, for example JY/T 0587-2020. */
  method: string
  conditions: string
  environment: string
  sampleNos: string[]
  /** Shanghai time, as in the call. */
  startedAt: string
  endedAt?: string | undefined
  remark: string
  measured: MeasuredValue[]
  /** Why it is recorded although a control chart of the instrument is out of control. */
  controlReason?: string | undefined
}

/** Records how one line was measured. The end of the last line ends the experiment, and the data is due. */
export async function recordTest(ctx: Ctx<Staff>, entry: RecordEntry): Promise<{ id: number; dataDueAt: Date | null }> {
  return inTx(ctx, async (inner) => {
    const order = await testedOrder(inner, entry.orderNo)
    const { startedAt, endedAt } = checkedTimes(ctx.clock.now(), entry)
    const line = order.lines.find((each) => each.id === entry.lineId)
    if (!line) throw refuse(reportErrors.unknownLine)
    const ofLine = order.samples.filter((sample) => sample.lineId === entry.lineId).map((sample) => sample.sampleNo)
    if (entry.sampleNos.some((sampleNo) => !ofLine.includes(sampleNo))) throw refuse(reportErrors.unknownSample)
    checkValues(entry.measured, ofLine)
    if (entry.replacesId !== undefined) await assertSeen(inner, order.id, entry.lineId, entry.replacesId)
    const { id } = await replaceRecord(
      inner.db,
      {
        orderId: order.id,
        lineId: entry.lineId,
        instrumentId: entry.instrumentId,
        instrument:
          entry.instrumentId === null ? entry.instrument : await chosenInstrument(inner, line.rid, entry.instrumentId),
        method: entry.method,
        measured: entry.measured,
        conditions: entry.conditions,
        environment: entry.environment,
        sampleNos: entry.sampleNos.length > 0 ? entry.sampleNos : ofLine,
        operatorId: ctx.actor.id,
        startedAt,
        endedAt,
        remark: entry.remark,
        controlReason: await controlReasonOf(inner, entry, startedAt),
        orderVersion: order.version,
      },
      ctx.clock.now(),
    )
    await endExperiment(inner, order)
    return { id, dataDueAt: (await orderForLab(inner, order.id)).dataDueAt }
  })
}

/** Refuses to replace a record that a colleague has saved since the person began to type. */
async function assertSeen(ctx: Ctx, orderId: number, lineId: number, seen: number | null): Promise<void> {
  const current = (await currentRecords(ctx.db, orderId)).find((record) => record.lineId === lineId)
  if ((current?.id ?? null) !== seen) throw refuse(reportErrors.recordChanged)
}

function checkValues(values: readonly MeasuredValue[], ofLine: readonly string[]): void {
  if (values.some(({ sampleNo }) => sampleNo !== '' && !ofLine.includes(sampleNo)))
    throw refuse(reportErrors.unknownSample)
  const repeated = repeatedValue(values)
  if (repeated >= 0) throw refuseAt(`measured.${repeated}.name`, reportErrors.valueTwice)
}

function checkedTimes(now: Date, entry: RecordEntry): { startedAt: Date; endedAt: Date | null } {
  const startedAt = fromShanghai(entry.startedAt)
  const endedAt = entry.endedAt === undefined ? null : fromShanghai(entry.endedAt)
  if (endedAt && endedAt < startedAt) throw refuseAt('endedAt', reportErrors.endBeforeStart)
  const latest = addHours(now, clockToleranceMinutes / 60)
  if (startedAt > latest) throw refuseAt('startedAt', reportErrors.inFuture)
  if (endedAt && endedAt > latest) throw refuseAt('endedAt', reportErrors.inFuture)
  return { startedAt, endedAt }
}

async function endExperiment(ctx: Ctx, order: LabOrder): Promise<void> {
  const records = await currentRecords(ctx.db, order.id)
  const { lines, retestLineIds } = order
  if (missingRecords({ lines, records, rounds: await roundsOfOrder(ctx, order.id), retestLineIds }).length > 0) return
  await recordExperimentEnd(ctx, order.id, new Date(Math.max(...records.map(({ endedAt }) => endedAt?.getTime() ?? 0))))
}

interface ResultEntry {
  orderNo: string
  sampleNo?: string | undefined
  note: string
  foreignReason: string
}

/**
 * Adds a result file. Its sample is the given one, else the one whose number is in the file's name, else none (the whole order). A sample
 * with a file is no longer declared to be without data.
 */
export async function uploadResult(ctx: Ctx<Staff>, input: ResultEntry, upload: UploadedFile) {
  if (!isResultKind(upload.name, upload.mime)) throw refuse(reportErrors.notResultKind)
  return addResult(ctx, input, upload.name, (inner) => keepUpload(inner, upload, 'result'))
}

/** Begins a result file that is uploaded in parts. The order and the name are checked first, so that nobody sends 2 GB in vain. */
export async function beginResult(ctx: Ctx<Staff>, orderNo: string, foreignReason: string, start: UploadStart) {
  const order = await testedOrder(ctx, orderNo)
  foreignReasonOf(
    start.name,
    foreignReason,
    order.orderNo,
    order.samples.map((sample) => sample.sampleNo),
  )
  return beginUpload(ctx, start, { purpose: 'result', attachTo: null })
}

/** Adds a file that arrived in parts, of the same person. */
export async function addUploadedResult(ctx: Ctx<Staff>, { fileId, ...input }: ResultEntry & { fileId: number }) {
  const file = await fileForStaff(ctx, fileId)
  if (file.purpose !== 'result') throw refuse(commonErrors.notFound)
  if (!isResultKind(file.name, file.mime)) throw refuse(reportErrors.notResultKind)
  if (file.attachedTo !== null) throw refuse(fileErrors.fileAttached)
  return addResult(ctx, input, file.name, async () => file)
}

function addResult(ctx: Ctx<Staff>, input: ResultEntry, name: string, fileOf: (inner: Ctx<Staff>) => Promise<FileRow>) {
  return inTx(ctx, async (inner) => {
    const order = await testedOrder(inner, input.orderNo)
    const numbers = order.samples.map((sample) => sample.sampleNo)
    if (input.sampleNo && !numbers.includes(input.sampleNo)) throw refuse(reportErrors.unknownSample)
    const foreignReason = foreignReasonOf(name, input.foreignReason, order.orderNo, numbers)
    const sampleNo = input.sampleNo ?? sampleOfFile(name, numbers) ?? ''
    const file = await fileOf(inner)
    await attachFile(inner, file.id, `order:${order.id}`, ['result'])
    const sameAs = await sameDataAs(inner, { orderId: order.id, sampleNo, file })
    const row = await insertResult(
      inner.db,
      {
        orderId: order.id,
        sampleNo,
        fileId: file.id,
        name: file.name,
        note: input.note,
        orderVersion: order.version,
        foreignReason,
        sameAs,
        uploadedBy: ctx.actor.id,
      },
      ctx.clock.now(),
    )
    await dropWithoutData(inner.db, order.id, [sampleNo])
    return { id: file.id, name: file.name, sampleNo, version: row.version, sameAs }
  })
}

/** Refuses a file whose name contains the number of another order or sample, unless a reason is given, which the reviewer reads. */
function foreignReasonOf(name: string, reason: string, orderNo: string, numbers: string[]): string {
  const foreign = foreignNumbers(name, orderNo, numbers)
  if (foreign.length === 0) return ''
  if (reason === '')
    throw refuse(
      reportErrors.foreignSample,
      `文件名中的编号 ${foreign.join('、')} 不属于此订单，可能是其他客户的数据。确认无误请填写原因后上传`,
      { numbers: foreign },
    )
  return reason
}

export async function removeResult(ctx: Ctx<Staff>, orderNo: string, fileId: number): Promise<void> {
  const order = await testedOrder(ctx, orderNo)
  if ((await removeUnreleased(ctx.db, order.id, fileId, ctx.clock.now())) === 0) throw refuse(commonErrors.notFound)
}

/** Assigns a file to another sample or to the whole order, until it is delivered. */
export async function moveResult(
  ctx: Ctx<Staff>,
  { orderNo, fileId, sampleNo }: { orderNo: string; fileId: number; sampleNo: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const order = await testedOrder(inner, orderNo)
    if (sampleNo !== '' && !order.samples.some((sample) => sample.sampleNo === sampleNo))
      throw refuse(reportErrors.unknownSample)
    const moved = await moveUnreleased(inner.db, { orderId: order.id, fileId, sampleNo }, ctx.clock.now())
    if (moved === 0) throw refuse(commonErrors.notFound)
    await dropWithoutData(inner.db, order.id, [sampleNo])
  })
}

/** The order while it is being tested, with its results locked. Only inside a transaction. */
export async function testedOrder(ctx: Ctx, orderNo: string): Promise<LabOrder> {
  const { id } = await orderForLab(ctx, orderNo)
  await lockResults(ctx.db, id)
  // Read again under the lock that handing in takes, too, so that the entry belongs to the current version of the order.
  const order = await orderForLab(ctx, id)
  if (order.stage !== 'testing') throw refuse(reportErrors.notTesting)
  return order
}

/** What is missing before the order can be verified. */
export async function missingOf(ctx: Ctx, order: LabOrder): Promise<string[]> {
  const records = await currentRecords(ctx.db, order.id)
  const files = (await resultsOf(ctx.db, order.id)).filter((row) => row.replacedAt === null)
  const samples = order.samples.filter(({ stage }) => ['testing', 'tested', 'consumed'].includes(stage))
  const awaited = order.samples.filter(isAwaited).map((sample) => sample.sampleNo)
  const withoutData = await withoutDataOf(ctx.db, order.id)
  const { lines, retestLineIds } = order
  const rounds = await roundsOfOrder(ctx, order.id)
  return missingForHandIn({ lines, records, files, samples, awaited, withoutData, rounds, retestLineIds })
}

export async function roundsOfOrder(ctx: Ctx, orderId: number): Promise<Rounds> {
  return roundsOf(await historyOf(ctx, orderLifecycle.entity, orderId))
}

/**
 * Hands in, or refuses while records or data are missing. The results are locked, so that none is removed meanwhile. An order at a
 * wrong stage is refused by the lifecycle.
 */
export function handInResults(ctx: Ctx<Staff>, target: OrderTarget): Promise<MovedOrder> {
  return inTx(ctx, async (inner) => {
    const { id } = await orderForLab(inner, target.orderNo)
    await lockResults(inner.db, id)
    const order = await orderForLab(inner, id)
    const missing = order.stage === 'testing' ? await missingOf(inner, order) : []
    if (missing.length > 0) throw refuse(reportErrors.incomplete, `还不能提交审核：${missing.slice(0, 3).join('；')}`)
    return handInOrder(inner, target)
  })
}

/** What was delivered to the customer: released files and records, including replaced ones, and reports. */
export async function deliveredFiles(ctx: Ctx<Customer>, orderNo: string) {
  const readable = await readableOrderRecord(ctx, orderNo)
  if (!readable) throw refuse(commonErrors.notFound)
  const order = await orderForLab(ctx, readable.id)
  const all = await deliveryOf(ctx, order)
  const delivered = all.files.some((file) => file.releasedAt !== null)
  return {
    ...all,
    withoutData: delivered ? all.withoutData : [],
    files: all.files
      .filter((file) => file.releasedAt !== null)
      .map((file) => ({ ...file, foreignReason: '', sameAs: '' })),
    // A new record replaces the former one when it is delivered, not before.
    records: all.records
      .filter((record) => record.releasedAt !== null)
      .map((record) => ({ ...record, controlReason: '', replaced: isReplacedFor(record, all.records) })),
  }
}

function isReplacedFor(record: RecordRow, all: readonly RecordRow[]): boolean {
  return all.some((other) => other.lineId === record.lineId && other.id > record.id && other.releasedAt !== null)
}

export async function deliveryForStaff(ctx: Ctx<Staff>, orderNo: string) {
  const order = await orderForLab(ctx, orderNo)
  const all = await deliveryOf(ctx, order)
  // Files removed before delivery, and drafts of records, are not shown.
  const files = all.files.filter(
    (file) => !file.replaced || file.releasedAt !== null || file.version > 1 || hasSuccessor(all.files, file),
  )
  const records = all.records.filter((record) => !record.replaced || record.releasedAt !== null)
  const rounds = await roundsOfOrder(ctx, order.id)
  const current = all.files.filter((file) => !file.replaced)
  return {
    ...all,
    files,
    records,
    missing: await missingOf(ctx, order),
    withData: samplesWithData({ ...order, files: current, rounds }),
    templates: await templatesOf(ctx, order),
    checks: order.stage === 'verifying' ? await requiredChecks(ctx, order) : [],
    checked: await latestChecks(ctx, order.id),
    round: order.stage === 'testing' ? currentRound(rounds) : undefined,
  }
}

async function templatesOf(ctx: Ctx, order: LabOrder) {
  const { templates } = await readSetting(ctx, 'reportTerms')
  return order.lines.map(({ id, projectName }) => {
    const { standard, values } = templateFor(templates, projectName)
    return { lineId: id, standard, values }
  })
}

function hasSuccessor(
  files: { name: string; sampleNo: string; version: number }[],
  file: { name: string; sampleNo: string; version: number },
): boolean {
  return files.some(
    (other) => other.name === file.name && other.sampleNo === file.sampleNo && other.version > file.version,
  )
}

async function deliveryOf(ctx: Ctx, order: LabOrder) {
  const [records, results, reports, history] = [
    await allRecords(ctx.db, order.id),
    await resultsOf(ctx.db, order.id),
    await reportsOf(ctx.db, order.id),
    await historyOf(ctx, orderLifecycle.entity, order.id),
  ]
  const rounds = roundsOf(history)
  const files = await filesOf(
    ctx,
    results.map((row) => row.fileId),
  )
  const names = await namesOfStaff(
    ctx,
    records.map((record) => record.operatorId),
  )
  return {
    withoutData: await withoutDataOf(ctx.db, order.id),
    records: records.map((record) => ({
      ...record,
      replaced: record.replacedAt !== null,
      round: roundNumber(history, record.orderVersion),
      projectName: projectOf(order, record),
      operatorName: names.get(record.operatorId) ?? '',
    })),
    files: results.map(({ fileId, replacedAt, ...row }) => {
      const { size, sha256, mime } = files.get(fileId) as FileRow
      const sampleName = order.samples.find((sample) => sample.sampleNo === row.sampleNo)?.name ?? ''
      return {
        ...row,
        id: fileId,
        size,
        sha256,
        mime,
        sampleName,
        replaced: replacedAt !== null,
        round: roundNumber(history, row.orderVersion),
        preview: previewOf(row.name, mime, size),
      }
    }),
    reports: reports.map((report) => ({
      ...report,
      state: reportStateOf(report.stage, { stage: order.stage, rounds }),
    })),
  }
}

function projectOf(order: LabOrder, record: RecordRow): string {
  return order.lines.find((line) => line.id === record.lineId)?.projectName ?? ''
}
