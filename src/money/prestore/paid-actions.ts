import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import { prestoreErrors } from './errors.ts'
import {
  addInvoiced,
  addSettled,
  invoicedOfOrder,
  isReturnable,
  lockPaidOrders,
  openPaidMonths,
  openPaidOrders,
  paidOrdersOf,
  type PaidFilter,
  type PaidOrder,
  type PaidPart,
  setPrepaid,
  settledByOthers,
  subtractInvoiced,
  subtractSettled,
  sumOpenPaid,
} from './paid-store.ts'

export { type PaidOrder, paidOrders, type PaidPart } from './paid-store.ts'

// What a customer paid for an order and did not get back. It can be invoiced, and what is invoiced cannot be returned.
// Locks: a payment or refund locks its accounts before these rows; an application for an invoice locks only these rows.

interface OfOrder {
  customerId: number
  orderId: number
}

/** Records what is prepaid now, as the ledger has it. Refuses invoicedFirst when that is less than what is invoiced. */
export async function notePrepaid(ctx: Ctx, { customerId, orderId }: OfOrder, amountFen: number): Promise<void> {
  const row = await setPrepaid(ctx.db, { customerId, orderId, amountFen, at: ctx.clock.now() })
  if (!row) throw await invoicedFirst(ctx, { customerId, orderId })
}

/** Records a payment for an order through a settlement. */
export function noteSettled(ctx: Ctx, { customerId, orderId }: OfOrder, amountFen: number): Promise<void> {
  return addSettled(ctx.db, { customerId, orderId, amountFen, at: ctx.clock.now() })
}

/** Records that a part of what was paid is returned. Refuses invoicedFirst when that part is invoiced. */
export async function noteReturned(ctx: Ctx, of: OfOrder, amountFen: number): Promise<void> {
  if (!(await subtractSettled(ctx.db, { ...of, amountFen }))) throw await invoicedFirst(ctx, { ...of, customerId: 0 })
}

/** Refuses invoicedFirst before anything is written, when a part is to be returned later, by a second person. */
export async function assertReturnable(ctx: Ctx, of: OfOrder, amountFen: number): Promise<void> {
  if (!(await isReturnable(ctx.db, { ...of, amountFen }))) throw await invoicedFirst(ctx, { ...of, customerId: 0 })
}

/** To whom a part of what was paid for an order returns: to another payer first, up to what that one paid, and the rest to the customer. */
export async function returnsOf(ctx: Pick<Ctx, 'db'>, { orderId, customerId }: OfOrder, amountFen: number) {
  const parts: { customerId: number; amountFen: number }[] = []
  let left = amountFen
  for (const payer of await settledByOthers(ctx.db, orderId, customerId)) {
    const part = Math.min(payer.settledFen, left)
    if (part > 0) parts.push({ customerId: payer.customerId, amountFen: part })
    left -= part
  }
  return left > 0 ? [...parts, { customerId, amountFen: left }] : parts
}

/** Who else paid for an order through a settlement and did not get everything back. */
export async function otherPayersOf(ctx: Pick<Ctx, 'db'>, { orderId, customerId }: OfOrder): Promise<number[]> {
  return (await settledByOthers(ctx.db, orderId, customerId)).map((payer) => payer.customerId)
}

/** What stands on live invoices of an order: of one customer, or of all who paid for it. A refund of this part needs a red letter first. */
export function invoicedOf(
  ctx: Pick<Ctx, 'db'>,
  { orderId, customerId = 0 }: { orderId: number; customerId?: number },
): Promise<number> {
  return invoicedOfOrder(ctx.db, orderId, customerId)
}

/** Locks what a customer paid for these orders, for several changes in one transaction. */
export async function lockPaid(ctx: Ctx, customerId: number, orderIds: number[]): Promise<void> {
  await lockPaidOrders(ctx.db, customerId, orderIds)
}

/** Takes parts of what the customer paid for an invoice, all or none. Refuses overInvoiced. */
export async function claimInvoiced(ctx: Ctx, customerId: number, parts: readonly PaidPart[]): Promise<void> {
  await inTx(ctx, async ({ db }) => {
    const orderIds = parts.map(({ orderId }) => orderId)
    const rows = await lockPaidOrders(db, customerId, orderIds)
    if ((await addInvoiced(db, customerId, parts)) === parts.length) return
    const left = new Map(rows.map((row) => [row.orderId, openFenOf(row)]))
    const tooMuch = parts.find(({ orderId, amountFen }) => (left.get(orderId) ?? 0) < amountFen)
    const most = left.get(tooMuch?.orderId ?? 0) ?? 0
    throw most > 0
      ? refuse(
          prestoreErrors.overInvoiced,
          `填写的 ${formatFen(tooMuch?.amountFen ?? 0)} 超过该款项的可开票金额 ${formatFen(most)}`,
        )
      : refuse(prestoreErrors.overInvoiced)
  })
}

/** Gives the parts of an invoice back that was withdrawn, rejected or reddened. */
export async function releaseInvoiced(ctx: Ctx, customerId: number, parts: readonly PaidPart[]): Promise<void> {
  await inTx(ctx, async ({ db }) => {
    await lockPaidOrders(
      db,
      customerId,
      parts.map(({ orderId }) => orderId),
    )
    if ((await subtractInvoiced(db, customerId, parts)) !== parts.length)
      throw new Error(`invoiced amounts of customer ${customerId} are missing: ${JSON.stringify(parts)}`)
  })
}

/** One page of the orders with an amount that can be invoiced, and the sums of all of them. */
export async function openPaid(
  ctx: Pick<Ctx, 'db'>,
  filter: PaidFilter,
  { page, size }: { page: number; size: number },
) {
  const rows = await openPaidOrders(ctx.db, filter, size, (page - 1) * size)
  return { rows, ...(await sumOpenPaid(ctx.db, filter)) }
}

/** All of them, locked, in the order of the orders. */
export async function lockOpenPaid(ctx: Ctx, filter: PaidFilter): Promise<PaidOrder[]> {
  const rows = await openPaidOrders(ctx.db, filter, null, 0)
  return lockPaidOrders(
    ctx.db,
    filter.customerId,
    rows.map(({ orderId }) => orderId),
  )
}

/** What a customer paid for these orders, of which something is not invoiced. */
export async function openOf(ctx: Pick<Ctx, 'db'>, customerId: number, orderIds: number[]): Promise<PaidOrder[]> {
  if (orderIds.length === 0) return []
  return (await paidOrdersOf(ctx.db, customerId, orderIds)).filter((row) => openFenOf(row) > 0)
}

export function openMonths(ctx: Pick<Ctx, 'db'>, customerId: number) {
  return openPaidMonths(ctx.db, customerId)
}

/** What of an order can still be invoiced. */
export function openFenOf({ prepaidFen, settledFen, invoicedFen }: PaidOrder): number {
  return prepaidFen + settledFen - invoicedFen
}

async function invoicedFirst(ctx: Ctx, of: OfOrder) {
  const invoicedFen = await invoicedOfOrder(ctx.db, of.orderId, of.customerId)
  return refuse(
    prestoreErrors.invoicedFirst,
    `该订单已申请或开具发票 ${formatFen(invoicedFen)}，请先撤销开票申请或红冲发票，再退回款项`,
    { invoicedFen },
  )
}
