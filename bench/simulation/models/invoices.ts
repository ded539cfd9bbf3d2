import { invoiceApplyPaid } from '../../../src/billing/invoices/contract.ts'
import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { spent } from './money.ts'
import type { World } from '../world.ts'

/** Amounts of orders, in fen. */
export type Amounts = Map<string, number>

export interface ModelInvoice {
  accountId: number
  /** Not while it is rejected, cancelled or reddened as a whole. */
  stands: boolean
  lines: Amounts
  /** What the red letter under way takes off. */
  asked: Amounts | undefined
  /** Who asked for it. */
  askedBy?: 'customer' | 'finance'
}

/** What customers and finance were told of applications for invoices. */
export class InvoiceBook {
  readonly known = new Map<string, ModelInvoice>()

  applied(no: string, accountId: number, items: readonly { orderNo: string; amountFen: number }[]): void {
    const lines = new Map(items.map(({ orderNo, amountFen }) => [orderNo, amountFen]))
    this.known.set(no, { accountId, stands: true, lines, asked: undefined })
  }

  ended(no: string): void {
    const invoice = this.known.get(no)
    if (invoice) invoice.stands = false
  }

  redAsked(
    no: string,
    parts: readonly { orderNo: string; amountFen: number }[] | undefined,
    askedBy: 'customer' | 'finance',
  ): void {
    const invoice = this.known.get(no)
    if (!invoice) return
    invoice.asked = parts ? new Map(parts.map(({ orderNo, amountFen }) => [orderNo, amountFen])) : invoice.lines
    invoice.askedBy = askedBy
  }

  redEnded(no: string, isMade: boolean): void {
    const invoice = this.known.get(no)
    if (!invoice?.asked) return
    if (isMade)
      invoice.lines = new Map(
        [...invoice.lines].map(([orderNo, fen]) => [orderNo, fen - (invoice.asked?.get(orderNo) ?? 0)]),
      )
    invoice.asked = undefined
  }

  /** What stands on invoices, by order and account. */
  standing(): Amounts {
    const sums: Amounts = new Map()
    for (const { accountId, stands, lines } of this.known.values())
      for (const [orderNo, fen] of stands ? lines : []) {
        const key = keyOf(orderNo, accountId)
        sums.set(key, (sums.get(key) ?? 0) + fen)
      }
    return sums
  }

  /** After an error a request may have been done before it was refused. */
  async read(db: Database, no: string): Promise<void> {
    const rows = await db.rows<Row>(sql`
      select a.customer_id as account_id, a.stage, l.order_no, l.amount_fen - l.reddened_fen as fen, l.red_asked_fen as asked_fen
      from invoice_applications a join invoice_lines l on l.application_id = a.id where a.application_no = ${no}`)
    const [first] = rows
    if (!first) return
    const asked = rows.filter(({ askedFen }) => askedFen > 0)
    this.known.set(no, {
      accountId: first.accountId,
      stands: !['rejected', 'cancelled', 'reddened'].includes(first.stage),
      lines: new Map(rows.map(({ orderNo, fen }) => [orderNo, fen])),
      asked: asked.length > 0 ? new Map(asked.map(({ orderNo, askedFen }) => [orderNo, askedFen])) : undefined,
    })
  }
}

interface Row {
  accountId: number
  stage: string
  orderNo: string
  fen: number
  askedFen: number
}

const keyOf = (orderNo: string, accountId: number) => `${orderNo} of account ${accountId}`

/** What accounts paid ahead for orders, less what went back to their balance; it can be invoiced before the price is final. */
function prepaid(db: Database): Promise<{ orderNo: string; accountId: number; fen: number }[]> {
  return db.rows(sql`
    select o.order_no, substr(a.owner, 10)::bigint as account_id, -sum(e.amount_fen)::bigint as fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      join orders o on o.id::text = t.business_id
    where t.kind = 'order.advance' and a.kind = 'prestore' group by 1, 2`)
}

/** What was given back stands on no invoice: it has to be taken off by a red letter first. */
export async function invoicesAreCovered({ model, database }: World): Promise<string | undefined> {
  const kept: Amounts = new Map()
  for (const { orderNo, accountId, fen } of [...(await prepaid(database)), ...(await spent(database))])
    kept.set(keyOf(orderNo, accountId), Math.max(fen, kept.get(keyOf(orderNo, accountId)) ?? 0))
  for (const [key, fen] of model.invoices.standing())
    if (fen > (kept.get(key) ?? 0)) return `${fen} stand on invoices for ${key}, which paid ${kept.get(key) ?? 0}`
  return undefined
}

/** Everybody reads what they paid, what of it stands on invoices, and what is left. */
export async function invoicesAreRead({ model, app }: World): Promise<string | undefined> {
  const standing = model.invoices.standing()
  const { group } = model
  const readers = model.people.map((person) => ({ as: person, accountId: person.id, headers: {} }))
  const { owner } = group
  const forGroup = owner && !model.factors.lacks(owner.id)
  if (forGroup)
    readers.push({ as: owner, accountId: group.accountId, headers: { account: group.groupNo } } as (typeof readers)[0])
  for (const { as, accountId, headers } of readers) {
    const { list } = await app.call(invoiceApplyPaid, { size: 100 }, { as, headers })
    for (const { orderNo, paidFen, invoicedFen, leftFen } of list) {
      const wanted = standing.get(keyOf(orderNo, accountId)) ?? 0
      if (invoicedFen !== wanted)
        return `${as.name} reads ${invoicedFen} on invoices for ${orderNo}, acknowledged were ${wanted}`
      if (leftFen !== paidFen - invoicedFen)
        return `${as.name} reads ${leftFen} left of ${paidFen} less ${invoicedFen} for ${orderNo}`
    }
  }
  return undefined
}
