import type { Ctx } from '../../../platform/http/ctx.ts'
import { type InvoiceWishRow, invoiceWishesById, invoiceWishesByNo } from './invoice-store.ts'

/** An order with the invoice that its customer asked for when ordering. */
export type InvoiceWish = InvoiceWishRow

/** By the id of the order. The caller has checked who may see them. */
export async function invoiceWishes(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, InvoiceWish>> {
  const rows = ids.length === 0 ? [] : await invoiceWishesById(ctx.db, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** By the number of the order. The caller has checked who may see them. */
export async function invoiceWishesOf(ctx: Pick<Ctx, 'db'>, orderNos: string[]): Promise<Map<string, InvoiceWish>> {
  const rows = orderNos.length === 0 ? [] : await invoiceWishesByNo(ctx.db, orderNos)
  return new Map(rows.map((row) => [row.orderNo, row]))
}
