import { attachFile, releaseTo } from '../../../core/files/actions.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import {
  type InvoiceIssuer,
  IssuerRefused,
  type RedRequest,
  type RedState,
} from '../../../platform/invoicing/issuer.ts'
import { issuerService } from '../../../platform/invoicing/issuer-service.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { invoiceErrors } from '../errors.ts'
import { askRedJob, requestRedJob } from '../events.ts'
import { redFileOwner } from '../list-actions.ts'
import { askAt, callbackUrl, sellerOf } from '../provider/provider-actions.ts'
import { askedLines, keepAsked, redden } from './red-part-actions.ts'
import { clearAsked, type RedPart } from './red-store.ts'
import { assertDay, factsOf, locked, type Moved, movedTo } from '../review-actions.ts'
import { invoiceLifecycle, type RedReason } from '../rules.ts'
import {
  applicationById,
  type ApplicationRow,
  changes,
  lockForChange,
  numberTaken,
  setFault,
  setRedBill,
} from '../store.ts'

// Red letters: an issued invoice is never deleted, but cancelled by a red one, as a whole or in parts. What it takes off can be invoiced again.

interface Chosen {
  id: number
  version: number
}

export async function startRed(
  ctx: Ctx<Staff>,
  { id, version, reason, note, parts }: Chosen & { reason: RedReason; note: string; parts?: RedPart[] | undefined },
): Promise<Moved> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    const moved = await transition(inner, invoiceLifecycle, id, 'requestRed', {
      version,
      set: changes.redAsked(reason, note, ctx.clock.now()),
    })
    await keepAsked(inner, row, reason, parts)
    return movedTo(moved.to)
  })
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
    await assertAmount(inner, id, amountFen)
    assertDay('redOn', redOn, row.issuedOn ?? redOn, ctx, invoiceErrors.redBeforeIssue)
    if (await numberTaken(inner.db, redNo, 0)) throw refuseAt('redNo', invoiceErrors.numberTaken)
    if (fileId !== null) {
      await attachFile(inner, fileId, redFileOwner(id), ['invoice'])
      await releaseTo(inner, [fileId], row.customerId)
    }
    return movedTo(await redden(inner, row, factsOf(row), { redNo, redOn, version }))
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
    await assertAmount(inner, id, amountFen)
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
    await redden(asSystem(inner), found, factsOf(found), { redNo: result.invoiceNo, redOn })
  })
  return true
}

async function decline(ctx: Ctx, row: ApplicationRow, reason: string, version?: number): Promise<Moved> {
  const moved = await transition(ctx, invoiceLifecycle, row.id, 'declineRed', {
    ...(version === undefined ? {} : { version }),
    reason,
    set: changes.redDeclined(),
    payload: { ...factsOf(row), ...(row.invoiceNo === null ? {} : { invoiceNo: row.invoiceNo }), reason },
  })
  await clearAsked(ctx.db, row.id)
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
  const setting = await readSetting(ctx, 'invoicing')
  const lines = await askedLines(ctx, row.id)
  const whole = lines.reduce((sum, line) => sum + line.redAskedFen, 0) === row.amountFen
  return {
    bill: row.redBill,
    special: row.type === 3,
    invoiceNo: row.invoiceNo ?? '',
    buyer: { name: row.title, taxNo: row.taxNo },
    seller: sellerOf(setting),
    reason: row.redReason ?? '01',
    parts: whole
      ? []
      : lines.map((line) => ({
          index: line.index,
          name: setting.itemName,
          categoryCode: setting.categoryCode,
          amountFen: line.redAskedFen,
          taxFen: line.redTaxFen,
          ratePercent: row.ratePercent ?? setting.ratePercent,
        })),
  }
}

/** What the red letter takes off. */
async function assertAmount(ctx: Pick<Ctx, 'db'>, id: number, amountFen: number): Promise<void> {
  const askedFen = (await askedLines(ctx, id)).reduce((sum, line) => sum + line.redAskedFen, 0)
  if (askedFen !== amountFen) throw refuseAt('amountFen', invoiceErrors.amountDiffers)
}
