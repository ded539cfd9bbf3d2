import { invoiceWishes, invoiceWishesOf } from '../../lab/orders/invoicing/invoice-actions.ts'
import { titleFault } from '../../lab/orders/invoicing/invoice-rules.ts'
import {
  claimInvoiced,
  lockOpenPaid,
  lockPaid,
  openFenOf,
  openMonths,
  openPaid,
  type PaidOrder,
  releaseInvoiced,
} from '../../money/prestore/paid-actions.ts'
import { prestoreErrors } from '../../money/prestore/errors.ts'
import { customerOf } from '../../people/customers/actions.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../../core/settings/actions.ts'
import type { invoiceApplyAdd, invoiceApplyEdit, invoiceApplyPaid, invoiceApplyRed } from './contract.ts'
import { invoiceErrors } from './errors.ts'
import { mailInvoiceJob } from './events.ts'
import { keepAsked } from './red-letters/red-part-actions.ts'
import { clearAsked, withdrawableBy } from './red-letters/red-store.ts'
import { applicationNo, invoiceLifecycle, monthBounds, MOST_LINES } from './rules.ts'
import {
  applicationOfCustomer,
  type ApplicationRow,
  changes,
  deleteLines,
  insertApplication,
  insertLines,
  linesOf,
  lockApplication,
  type NewLine,
  nextNumber,
  owner,
} from './store.ts'
import { ownTitle } from './titles/title-actions.ts'
import type { TitleFields } from './titles/title-store.ts'

// What a customer does with applications. The amounts are taken from money/prestore, whose rows are locked in the order of the orders.

type Asked = Pick<InputOf<typeof invoiceApplyAdd>, 'type' | 'titleId' | 'email' | 'remark'>
type Item = NonNullable<InputOf<typeof invoiceApplyAdd>['items']>[number]

type PaidFilter = InputOf<typeof invoiceApplyPaid>

/** What was paid and is not invoiced; of one month when it is given. */
export async function paidItems(ctx: Ctx<Customer>, { month, orderNo, page, size }: PaidFilter) {
  const bounds = month === undefined ? { from: null, until: null } : monthBounds(month)
  const customerId = ctx.actor.id
  const orderId = orderNo === undefined ? null : ((await invoiceWishesOf(ctx, [orderNo])).get(orderNo)?.id ?? 0)
  const { rows, count, openFen } = await openPaid(ctx, { customerId, orderId, ...bounds }, { page, size })
  const orders = await invoiceWishes(
    ctx,
    rows.map((row) => row.orderId),
  )
  const list = rows.map((row) => {
    const order = orders.get(row.orderId)
    return {
      orderNo: order?.orderNo ?? '',
      title: order?.title ?? '',
      paidFen: row.prepaidFen + row.settledFen,
      invoicedFen: row.invoicedFen,
      leftFen: openFenOf(row),
      paidAt: shanghaiTime(row.paidAt),
      // The wish was made for the payer of the order, who may not be who paid in the end.
      wish: order?.payerId === ctx.actor.id ? wishOf(order.invoice) : null,
    }
  })
  return { list, total: count, page, size, leftFen: openFen }
}

export async function applyInit(ctx: Ctx<Customer>) {
  const months = await openMonths(ctx, ctx.actor.id)
  const { email } = await customerOf(ctx, ctx.actor.id)
  const { detailsForSpecial } = await readSetting(ctx, 'invoicing')
  return {
    leftFen: months.reduce((sum, month) => sum + month.openFen, 0),
    months: months.map(({ month, count, openFen }) => ({ month, count, leftFen: openFen })),
    email,
    detailsForSpecial,
  }
}

/** Applies for an invoice over chosen amounts, or over everything that was paid in a month and is not invoiced. */
export async function applyForInvoice(
  ctx: Ctx<Customer>,
  { items, month, ...asked }: Asked & { items?: Item[] | undefined; month?: string | undefined },
) {
  refuseInDoubt(ctx)
  return inTx(ctx, async (inner) => {
    const title = await titleFor(inner, asked)
    const lines = items ? await chosenLines(inner, items) : await linesOfMonth(inner, month)
    await claimInvoiced(inner, ctx.actor.id, lines)
    const now = ctx.clock.now()
    const no = applicationNo(shanghaiDate(now), await nextNumber(inner.db))
    const amountFen = sumOf(lines)
    const { id } = await insertApplication(
      inner.db,
      { applicationNo: no, customerId: ctx.actor.id, at: now },
      { ...asked, amountFen },
      title,
    )
    await insertLines(inner.db, id, lines)
    await recordCreation(inner, invoiceLifecycle, id, 'pending')
    return { applicationNo: no, amountFen }
  })
}

/** Corrects an application that is waiting or was rejected; it waits again then. */
export async function editApplication(
  ctx: Ctx<Customer>,
  { applicationNo: no, version, items, ...asked }: InputOf<typeof invoiceApplyEdit>,
) {
  refuseInDoubt(ctx)
  return inTx(ctx, async (inner) => {
    const title = await titleFor(inner, asked)
    const before = await lockedOwn(inner, no)
    const lines = await chosenLines(inner, items)
    const amountFen = sumOf(lines)
    await transition(inner, invoiceLifecycle, before.id, 'edit', {
      version,
      where: owner(ctx.actor.id),
      set: changes.edited({ ...asked, amountFen }, title),
    })
    const former = before.stage === 'pending' ? await linesOf(inner.db, [before.id]) : []
    // Locks old and new orders together, because one after the other could deadlock with another change.
    await lockPaid(
      inner,
      ctx.actor.id,
      [...former, ...lines].map((line) => line.orderId),
    )
    if (former.length > 0) await releaseInvoiced(inner, ctx.actor.id, former)
    await claimInvoiced(inner, ctx.actor.id, lines)
    await deleteLines(inner.db, before.id)
    await insertLines(inner.db, before.id, lines)
    return { applicationNo: no, amountFen }
  })
}

export async function cancelApplication(ctx: Ctx<Customer>, no: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const before = await lockedOwn(inner, no)
    await transition(inner, invoiceLifecycle, before.id, 'cancel', { where: owner(ctx.actor.id) })
    if (before.stage === 'pending') await release(inner, before)
  })
}

/** Asks for a red letter. Finance confirms it; until then the amount stays taken. */
export async function askForRed(
  ctx: Ctx<Customer>,
  { applicationNo: no, reason, note, parts }: InputOf<typeof invoiceApplyRed>,
): Promise<void> {
  refuseInDoubt(ctx)
  await inTx(ctx, async (inner) => {
    const row = await lockedOwn(inner, no)
    await transition(inner, invoiceLifecycle, row.id, 'requestRed', {
      where: owner(ctx.actor.id),
      set: changes.redAsked(reason, note, ctx.clock.now()),
    })
    await keepAsked(inner, row, reason, parts)
  })
}

/** Takes the own request for a red letter back, unless the provider has it already. Refuses stageConflict. */
export async function withdrawRed(ctx: Ctx<Customer>, no: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const { id } = await lockedOwn(inner, no)
    await transition(inner, invoiceLifecycle, id, 'withdrawRed', {
      where: withdrawableBy(ctx.actor.id),
      set: changes.redDeclined(),
    })
    await clearAsked(inner.db, id)
  })
}

export async function resendInvoice(ctx: Ctx<Customer>, no: string): Promise<{ email: string }> {
  const row = await ownApplication(ctx, no)
  if (row.stage !== 'issued' && row.stage !== 'sent') throw refuse(invoiceErrors.notIssuedYet)
  // One mail at a time: while a job for this invoice waits, no second one is added.
  await enqueue(ctx, mailInvoiceJob, { id: row.id }, { key: String(row.id) })
  return { email: row.email }
}

/** Gives the amounts of an application back. */
export async function release(ctx: Ctx, { id, customerId }: ApplicationRow): Promise<void> {
  await releaseInvoiced(ctx, customerId, await linesOf(ctx.db, [id]))
}

export async function ownApplication(ctx: Ctx<Customer>, no: string): Promise<ApplicationRow> {
  const row = await applicationOfCustomer(ctx.db, no, ctx.actor.id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

async function lockedOwn(ctx: Ctx<Customer>, no: string): Promise<ApplicationRow> {
  const { id } = await ownApplication(ctx, no)
  const row = await lockApplication(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

async function titleFor(ctx: Ctx<Customer>, { titleId, type }: Asked): Promise<TitleFields> {
  const title = await ownTitle(ctx, titleId)
  if (type !== 3) return title
  if (title.naturalPerson) throw refuseAt('titleId', invoiceErrors.personSpecial)
  if (title.taxNo === '') throw refuseAt('titleId', invoiceErrors.titleTaxNo)
  const fault = titleFault(title.title, 3)
  if (fault) throw refuse(invoiceErrors.titleTaxNo, fault, { fields: { titleId: fault } })
  const { detailsForSpecial } = await readSetting(ctx, 'invoicing')
  const complete = [title.bank, title.bankAccount, title.address, title.phone].every((text) => text !== '')
  if (detailsForSpecial && !complete) throw refuseAt('titleId', invoiceErrors.titleDetails)
  return title
}

async function chosenLines(ctx: Ctx<Customer>, items: readonly Item[]): Promise<NewLine[]> {
  const orders = await invoiceWishesOf(
    ctx,
    items.map((item) => item.orderNo),
  )
  return items
    .map(({ orderNo, amountFen }) => {
      const order = orders.get(orderNo)
      // Whether this customer paid for it shows when the amount is claimed; both refusals are alike.
      if (!order) throw refuse(prestoreErrors.overInvoiced)
      return { orderId: order.id, orderNo, about: order.title, fundingNo: order.fundingNo, amountFen }
    })
    .toSorted((a, b) => a.orderId - b.orderId)
}

async function linesOfMonth(ctx: Ctx<Customer>, month: string | undefined): Promise<NewLine[]> {
  if (month === undefined) throw refuse(commonErrors.invalid, '请选择要开票的款项')
  const rows = (await lockOpenPaid(ctx, { customerId: ctx.actor.id, orderId: null, ...monthBounds(month) })).filter(
    (row: PaidOrder) => openFenOf(row) > 0,
  )
  if (rows.length === 0) throw refuse(invoiceErrors.nothingLeft, '这个月没有可开票的款项')
  if (rows.length > MOST_LINES)
    throw refuse(invoiceErrors.tooManyLines, `这个月有 ${rows.length} 笔款项，一次最多 ${MOST_LINES} 笔，请分开申请`)
  const orders = await invoiceWishes(
    ctx,
    rows.map((row) => row.orderId),
  )
  return rows.map((row) => {
    const order = orders.get(row.orderId)
    return {
      orderId: row.orderId,
      orderNo: order?.orderNo ?? '',
      about: order?.title ?? '',
      fundingNo: order?.fundingNo ?? '',
      amountFen: openFenOf(row),
    }
  })
}

function sumOf(lines: readonly { amountFen: number }[]): number {
  return lines.reduce((sum, line) => sum + line.amountFen, 0)
}

function wishOf(invoice: { type: 0 } | ({ type: 1 | 3; title: string; taxNo: string } & Partial<TitleFields>)) {
  if (invoice.type === 0) return null
  const { type, title, taxNo, bank = '', bankAccount = '', address = '', phone = '' } = invoice
  return { type, title, taxNo, bank, bankAccount, address, phone }
}
