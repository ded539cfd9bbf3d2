import { releaseInvoiced } from '../../../money/prestore/paid-actions.ts'
import { refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { invoiceErrors } from '../errors.ts'
import { markAllAsked, markPartsAsked, insertRedLetter, type RedPart, takeOffAsked } from './red-store.ts'
import {
  type InvoiceFacts,
  invoiceLifecycle,
  type InvoiceStage,
  redPartFaults,
  redTaxFen,
  type RedReason,
  WHOLE_ONLY,
} from '../rules.ts'
import { type ApplicationRow, changes, type LineRow, linesOf } from '../store.ts'

// Which parts of an invoice a red letter takes off: everything that is left, or chosen amounts of its lines. The amounts stay invoiced until
// the red letter exists. Callers hold the lock of the application.

/** Keeps the parts of a red letter that is asked for; without parts, everything that is left. */
export async function keepAsked(
  ctx: Pick<Ctx, 'db'>,
  row: ApplicationRow,
  reason: RedReason,
  parts: readonly RedPart[] | undefined,
): Promise<void> {
  const askedFen = parts ? sumOf(parts) : row.amountFen - row.reddenedFen
  if (reason === WHOLE_ONLY && askedFen !== row.amountFen) throw refuseAt('parts', invoiceErrors.wholeOnly)
  if (!parts) return markAllAsked(ctx.db, row.id)
  const fields = redPartFaults(parts, await linesOf(ctx.db, [row.id]))
  if (Object.keys(fields).length > 0) throw refuse(invoiceErrors.redTooMuch, undefined, { fields })
  if ((await markPartsAsked(ctx.db, row.id, parts)) !== parts.length) throw refuse(invoiceErrors.redTooMuch)
}

/** The lines that the red letter takes something off, with their place on the invoice. */
export async function askedLines(
  ctx: Pick<Ctx, 'db'>,
  id: number,
): Promise<(LineRow & { index: number; redTaxFen: number })[]> {
  const lines = await linesOf(ctx.db, [id])
  return lines
    .map((line, i) => {
      const { amountFen, taxFen, reddenedFen, redAskedFen } = line
      const tax = redTaxFen({ amountFen, taxFen: taxFen ?? 0, reddenedFen }, redAskedFen)
      return { ...line, index: i + 1, redTaxFen: tax }
    })
    .filter((line) => line.redAskedFen > 0)
}

/** Registers the red letter, gives its parts back, and ends the invoice when nothing of it is left. */
export async function redden(
  ctx: Ctx,
  row: ApplicationRow,
  facts: InvoiceFacts,
  { redNo, redOn, version }: { redNo: string; redOn: string; version?: number },
): Promise<InvoiceStage> {
  const lines = await askedLines(ctx, row.id)
  const amountFen = lines.reduce((sum, line) => sum + line.redAskedFen, 0)
  const verb = row.reddenedFen + amountFen === row.amountFen ? 'redden' : 'reddenPart'
  const { to } = await transition(ctx, invoiceLifecycle, row.id, verb, {
    ...(version === undefined ? {} : { version }),
    set: changes.reddened(amountFen),
    payload: { ...facts, amountFen, ...(row.invoiceNo === null ? {} : { invoiceNo: row.invoiceNo }) },
  })
  const taxFen = lines.reduce((sum, line) => sum + line.redTaxFen, 0)
  const letter = { applicationId: row.id, redNo, redOn, amountFen, taxFen, reason: row.redReason ?? WHOLE_ONLY }
  await insertRedLetter(ctx.db, letter, ctx.clock.now())
  await takeOffAsked(ctx.db, row.id)
  const parts = lines.map((line) => ({ orderId: line.orderId, amountFen: line.redAskedFen }))
  await releaseInvoiced(ctx, row.customerId, parts)
  return to
}

function sumOf(parts: readonly { amountFen: number }[]): number {
  return parts.reduce((sum, { amountFen }) => sum + amountFen, 0)
}
