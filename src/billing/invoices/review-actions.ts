import { attachFile, filesAttachedTo, filesOf, releaseTo } from '../../core/files/actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { commonErrors, type RefusalKind, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { issuerService } from '../../platform/invoicing/issuer-service.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { addHours, shanghaiDate } from '../../platform/time.ts'
import { release } from './apply-actions.ts'
import { invoiceErrors } from './errors.ts'
import { mailInvoiceJob, requestInvoiceJob } from './events.ts'
import { fileOwner, kindOfFile } from './list-actions.ts'
import { type InvoiceFacts, invoiceLifecycle, type InvoiceStage, taxOfLines } from './rules.ts'
import {
  applicationById,
  type ApplicationRow,
  changes,
  linesOf,
  lockApplication,
  notAtProvider,
  numberTaken,
  setLineTaxes,
  setWay,
} from './store.ts'

// What finance does with an application until its invoice is issued.

interface Chosen {
  id: number
  version: number
}
interface Files {
  pdfFileId: number | null
  ofdFileId: number | null
  xmlFileId: number | null
}

/** Fixes the tax with the rate of today. The provider gets the request from a job. */
export async function approveApplication(
  ctx: Ctx<Staff>,
  { id, version, way }: Chosen & { way: ApplicationRow['way'] },
): Promise<Moved> {
  const { ratePercent, sellerName, sellerTaxNo, categoryCode } = await readSetting(ctx, 'invoicing')
  if (way !== 'manual') {
    if (!issuerService(ctx)) throw refuse(invoiceErrors.noProvider)
    if (!sellerName || !sellerTaxNo || !categoryCode) throw refuse(invoiceErrors.noSeller)
  }
  return inTx(ctx, async (inner) => {
    await existing(inner, id)
    const lines = await linesOf(inner.db, [id])
    const taxes = taxOfLines(
      lines.map((line) => line.amountFen),
      ratePercent,
    )
    const moved = await transition(inner, invoiceLifecycle, id, 'approve', {
      version,
      set: changes.approved(
        ratePercent,
        taxes.reduce((sum, tax) => sum + tax, 0),
        way,
      ),
    })
    await setLineTaxes(
      inner.db,
      id,
      lines.map((line, i) => ({ orderId: line.orderId, taxFen: taxes[i] ?? 0 })),
    )
    if (way !== 'manual') await enqueue(inner, requestInvoiceJob, { id }, { key: String(id) })
    return movedTo(moved.to)
  })
}

/** The customer can correct and submit it again; the amounts can be invoiced otherwise meanwhile. */
export function rejectApplication(
  ctx: Ctx<Staff>,
  { id, version, reason }: Chosen & { reason: string },
): Promise<Moved> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    const moved = await transition(inner, invoiceLifecycle, id, 'reject', {
      version,
      reason,
      set: changes.rejected(reason),
      payload: { ...factsOf(row), reason },
    })
    await release(inner, row)
    return movedTo(moved.to)
  })
}

/** Refused while the provider works on it, because the invoice may be issued at any moment. */
export function takeBackApplication(
  ctx: Ctx<Staff>,
  { id, version, reason }: Chosen & { reason: string },
): Promise<Moved> {
  return inTx(ctx, async (inner) => {
    assertNotAtProvider(await locked(inner, id))
    const moved = await transition(inner, invoiceLifecycle, id, 'takeBack', {
      version,
      reason,
      where: notAtProvider(),
      set: changes.takenBack(),
    })
    return movedTo(moved.to)
  })
}

/** An answer that was lost may have been a yes, so the same request is sent again; the provider knows it by its number. */
export async function retryApplication(ctx: Ctx<Staff>, { id, version }: Chosen): Promise<void> {
  if (!issuerService(ctx)) throw refuse(invoiceErrors.noProvider)
  await inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    if (row.stage !== 'issuing' || row.version !== version) throw refuse(commonErrors.stageConflict)
    const lost = row.requestState === 'waiting' && (row.requestedAt ?? ctx.clock.now()) < addHours(ctx.clock.now(), -1)
    if (row.requestState !== 'failed' && row.requestState !== 'none' && !lost) throw refuse(invoiceErrors.atProvider)
    await setWay(inner.db, id, 'nuonuo')
    await enqueue(inner, requestInvoiceJob, { id }, { key: String(id) })
  })
}

/** Finance has issued the invoice elsewhere and enters its number. */
export function issueByHand(
  ctx: Ctx<Staff>,
  { id, version, invoiceNo, issuedOn, ...files }: Chosen & { invoiceNo: string; issuedOn: string } & Files,
): Promise<Moved> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    assertNotAtProvider(row)
    assertDay('issuedOn', issuedOn, shanghaiDate(row.createdAt), ctx)
    if (await numberTaken(inner.db, invoiceNo, id)) throw refuseAt('invoiceNo', invoiceErrors.numberTaken)
    const attached = await attachInvoice(inner, row, files)
    await issue(inner, row, { invoiceNo, issuedOn, version, mail: attached > 0 })
    return movedTo('issued')
  })
}

/** Adds files to an issued invoice, and mails it. */
export async function attachFiles(ctx: Ctx<Staff>, { id, ...files }: { id: number } & Files): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    if (row.invoiceNo === null) throw refuse(invoiceErrors.notIssuedYet)
    if ((await attachInvoice(inner, row, files)) === 0) throw refuse(invoiceErrors.noFile)
    if (row.stage === 'issued' || row.stage === 'sent')
      await enqueue(inner, mailInvoiceJob, { id }, { key: String(id) })
  })
}

/** The transition, by staff or by the result of a provider. The caller holds the lock of the row. */
export async function issue(
  ctx: Ctx,
  row: ApplicationRow,
  { invoiceNo, issuedOn, version, mail }: { invoiceNo: string; issuedOn: string; version?: number; mail: boolean },
): Promise<void> {
  await transition(ctx, invoiceLifecycle, row.id, 'issue', {
    ...(version === undefined ? {} : { version }),
    set: changes.issued(invoiceNo, issuedOn),
    payload: { ...factsOf(row), invoiceNo },
  })
  if (mail) await enqueue(ctx, mailInvoiceJob, { id: row.id }, { key: String(row.id) })
}

export interface Moved {
  stage: InvoiceStage
  stageLabel: string
}

export function movedTo(stage: InvoiceStage): Moved {
  return { stage, stageLabel: invoiceLifecycle.stages[stage] }
}

export function factsOf({ customerId, applicationNo, amountFen }: ApplicationRow): InvoiceFacts {
  return { customerId, applicationNo, amountFen }
}

export async function existing(ctx: Pick<Ctx, 'db'>, id: number): Promise<ApplicationRow> {
  const row = await applicationById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

export async function locked(ctx: Pick<Ctx, 'db'>, id: number): Promise<ApplicationRow> {
  const row = await lockApplication(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

/** The day of an invoice, which the form asks for in `field`, lies between the given day and today. */
export function assertDay(
  field: string,
  day: string,
  earliest: string,
  ctx: Pick<Ctx, 'clock'>,
  early: RefusalKind = invoiceErrors.earlyDay,
): void {
  if (day > shanghaiDate(ctx.clock.now())) throw refuseAt(field, invoiceErrors.futureDay)
  if (day < earliest) throw refuseAt(field, early)
}

function assertNotAtProvider({ requestState }: ApplicationRow): void {
  if (requestState === 'waiting' || requestState === 'accepted') throw refuse(invoiceErrors.atProvider)
}

/** Attaches the files and lets the customer read them. Answers how many files the invoice has now. */
async function attachInvoice(ctx: Ctx<Staff>, row: ApplicationRow, files: Files): Promise<number> {
  const wanted = [
    { id: files.pdfFileId, kind: 'pdf', error: invoiceErrors.notPdf },
    { id: files.ofdFileId, kind: 'ofd', error: invoiceErrors.notOfd },
    { id: files.xmlFileId, kind: 'xml', error: invoiceErrors.notXml },
  ].flatMap(({ id, ...rest }) => (id === null ? [] : [{ id, ...rest }]))
  const found = await filesOf(
    ctx,
    wanted.map(({ id }) => id),
  )
  for (const { id, kind, error } of wanted) {
    const file = found.get(id)
    if (!file) throw refuse(commonErrors.notFound)
    if (kindOfFile(file) !== kind) throw refuseAt(`${kind}FileId`, error)
    await attachFile(ctx, id, fileOwner(row.id), ['invoice'])
  }
  await releaseTo(
    ctx,
    wanted.map(({ id }) => id),
    row.customerId,
  )
  return (await filesAttachedTo(ctx, fileOwner(row.id))).length
}
