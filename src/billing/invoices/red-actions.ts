import { attachFile, releaseTo } from '../../ground/files/actions.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { type InvoiceIssuer, IssuerRefused, type RedRequest, type RedState } from '../../platform/invoicing/issuer.ts'
import { issuerService } from '../../platform/invoicing/issuer-service.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { release } from './apply-actions.ts'
import { invoiceErrors } from './errors.ts'
import { askRedJob, requestRedJob } from './events.ts'
import { redFileOwner } from './list-actions.ts'
import { askAt, callbackUrl, sellerOf } from './provider-actions.ts'
import { assertDay, existing, factsOf, locked, type Moved, movedTo } from './review-actions.ts'
import { invoiceLifecycle, type RedReason } from './rules.ts'
import {
  applicationById,
  type ApplicationRow,
  changes,
  lockForChange,
  numberTaken,
  setFault,
  setRedBill,
} from './store.ts'

// Red letters: an issued invoice is never deleted, but cancelled by a red one. Its amount can be invoiced again afterwards.

interface Chosen {
  id: number
  version: number
}

export async function startRed(
  ctx: Ctx<Staff>,
  { id, version, reason, note }: Chosen & { reason: RedReason; note: string },
): Promise<Moved> {
  await existing(ctx, id)
  const moved = await transition(ctx, invoiceLifecycle, id, 'requestRed', {
    version,
    set: changes.redAsked(reason, note, ctx.clock.now()),
  })
  return movedTo(moved.to)
}

/** Finance has issued the red letter elsewhere and enters its number. The amount is typed against mistakes. */
export function reddenByHand(
  ctx: Ctx<Staff>,
  {
    id,
    version,
    redNo,
    redOn,
    amountFen,
    fileId,
  }: Chosen & {
    redNo: string
    redOn: string
    amountFen: number
    fileId: number | null
  },
): Promise<Moved> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    if (row.redBill !== '') throw refuse(invoiceErrors.atProvider)
    assertAmount(row, amountFen)
    assertDay(redOn, row.issuedOn ?? redOn, ctx, invoiceErrors.redBeforeIssue)
    if (await numberTaken(inner.db, redNo, 0)) throw refuse(invoiceErrors.numberTaken)
    if (fileId !== null) {
      await attachFile(inner, fileId, redFileOwner(id), ['invoice'])
      await releaseTo(inner, [fileId], row.customerId)
    }
    await redden(inner, row, { redNo, redOn, version })
    return movedTo('reddened')
  })
}

export async function declineRed(
  ctx: Ctx<Staff>,
  { id, version, reason }: Chosen & { reason: string },
): Promise<Moved> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    if (row.redBill !== '') throw refuse(invoiceErrors.atProvider)
    return decline(inner, row, reason, version)
  })
}

export async function redByProvider(
  ctx: Ctx<Staff>,
  { id, version, amountFen }: Chosen & { amountFen: number },
): Promise<void> {
  if (!issuerService(ctx)) throw refuse(invoiceErrors.noProvider)
  await inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    if (row.stage !== 'reddening' || row.version !== version) throw refuse(commonErrors.stageConflict)
    if (row.redBill !== '') throw refuse(invoiceErrors.atProvider)
    assertAmount(row, amountFen)
    await setRedBill(inner.db, id, billOf(ctx, row), null)
    await enqueue(inner, requestRedJob, { id }, { key: String(id) })
  })
}

/** Applies for the red letter. Repeated with the same number when the provider does not answer. */
export async function requestRed(ctx: Ctx, id: number): Promise<void> {
  const row = await applicationById(ctx.db, id)
  const issuer = issuerService(ctx)?.issuer
  if (!issuer || row?.stage !== 'reddening' || row.redBill === '') return
  try {
    await issuer.askRed(await redRequestOf(ctx, row))
    await enqueue(ctx, askRedJob, { id, asked: 0 }, { at: askAt(ctx, 0), key: String(id) })
  } catch (error) {
    if (!(error instanceof IssuerRefused)) throw error
    await leaveProvider(ctx, row, `${error.message}（${error.code}）`)
  }
}

/** Waits for the buyer's yes (72 hours), issues the red letter, and waits for its number. */
export async function askForRed(ctx: Ctx, id: number, asked: number): Promise<void> {
  const row = await applicationById(ctx.db, id)
  const issuer = issuerService(ctx)?.issuer
  if (!issuer || row?.stage !== 'reddening' || row.redBill === '') return
  const ended = row.redRequestNo === null ? await askBill(ctx, issuer, row) : await askNumber(ctx, issuer, row)
  if (!ended) await enqueue(ctx, askRedJob, { id, asked: asked + 1 }, { at: askAt(ctx, asked + 1), key: String(id) })
}

async function askBill(ctx: Ctx, issuer: InvoiceIssuer, row: ApplicationRow): Promise<boolean> {
  const { sellerTaxNo } = await readSetting(ctx, 'invoicing')
  const state = await issuer.redState(sellerTaxNo, row.redBill)
  if (state.state === 'void') {
    await inTx(ctx, async (inner) => {
      const found = await lockForChange(inner.db, row.id, 'reddening')
      if (found?.redBill === row.redBill) await decline(asSystem(inner), found, state.reason)
    })
    return true
  }
  if (state.state === 'unknown') {
    await leaveProvider(ctx, row, '开票平台没有这张红字确认单，请重新提交')
    return true
  }
  if (state.state === 'confirmed') await issueRedLetter(ctx, issuer, row, state)
  return false
}

async function issueRedLetter(ctx: Ctx, issuer: InvoiceIssuer, row: ApplicationRow, state: RedState): Promise<void> {
  const requestNo = `${row.redBill}R`
  const request = await redRequestOf(ctx, row)
  const { billNo, billUuid } = state
  await issuer.issueRed({ ...request, requestNo, billNo, billUuid, callbackUrl: callbackUrl(ctx) })
  await setRedBill(ctx.db, row.id, row.redBill, requestNo)
}

async function askNumber(ctx: Ctx, issuer: InvoiceIssuer, row: ApplicationRow): Promise<boolean> {
  const { sellerTaxNo } = await readSetting(ctx, 'invoicing')
  const result = await issuer.result(sellerTaxNo, row.redRequestNo ?? '')
  if (result.state === 'failed') {
    await leaveProvider(ctx, row, result.reason || '红字发票开具失败')
    return true
  }
  if (result.state !== 'issued') return false
  await inTx(ctx, async (inner) => {
    const found = await lockForChange(inner.db, row.id, 'reddening')
    if (found?.redBill !== row.redBill) return
    const redOn = shanghaiDate(result.issuedAt ?? ctx.clock.now())
    await redden(asSystem(inner), found, { redNo: result.invoiceNo, redOn })
  })
  return true
}

/** The transition. The caller holds the lock of the row. */
async function redden(
  ctx: Ctx,
  row: ApplicationRow,
  { redNo, redOn, version }: { redNo: string; redOn: string; version?: number },
): Promise<void> {
  await transition(ctx, invoiceLifecycle, row.id, 'redden', {
    ...(version === undefined ? {} : { version }),
    set: changes.reddened(redNo, redOn),
    payload: { ...factsOf(row), ...(row.invoiceNo === null ? {} : { invoiceNo: row.invoiceNo }) },
  })
  await release(ctx, row)
}

async function decline(ctx: Ctx, row: ApplicationRow, reason: string, version?: number): Promise<Moved> {
  const moved = await transition(ctx, invoiceLifecycle, row.id, 'declineRed', {
    ...(version === undefined ? {} : { version }),
    reason,
    set: changes.redDeclined(),
    payload: { ...factsOf(row), ...(row.invoiceNo === null ? {} : { invoiceNo: row.invoiceNo }), reason },
  })
  return movedTo(moved.to)
}

/** The provider is out of it: finance decides what to do next. */
async function leaveProvider(ctx: Ctx, row: ApplicationRow, fault: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const found = await lockForChange(inner.db, row.id, 'reddening')
    if (found?.redBill !== row.redBill) return
    await setRedBill(inner.db, row.id, '', null)
    await setFault(inner.db, row.id, fault)
  })
}

/** A new number for every try: the provider keeps the numbers of refused ones. */
function billOf(ctx: Ctx, row: ApplicationRow): string {
  return `${row.applicationNo}H${Math.floor(ctx.clock.now().getTime() / 1000)}`
}

async function redRequestOf(ctx: Ctx, row: ApplicationRow): Promise<RedRequest> {
  return {
    bill: row.redBill,
    special: row.type === 3,
    invoiceNo: row.invoiceNo ?? '',
    buyer: { name: row.title, taxNo: row.taxNo },
    seller: sellerOf(await readSetting(ctx, 'invoicing')),
    reason: row.redReason ?? '01',
  }
}

function assertAmount(row: ApplicationRow, amountFen: number): void {
  if (row.amountFen !== amountFen) throw refuse(invoiceErrors.amountDiffers)
}
