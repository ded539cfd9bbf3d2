import type { PriceLine } from '../../../shop/catalogue/prices/price-rules.ts'
import { formatFen } from '../../../platform/money.ts'
import type { OrderRow } from '../record-rules.ts'

type Priced = Pick<OrderRow, 'quoteFen' | 'estimateFen' | 'retestFeeFen' | 'reductionFen' | 'discountFen'>

/** The amount that the customer has agreed to so far, before the discount of coupons. */
export function agreedGrossFen(row: Priced): number | null {
  const priced = row.quoteFen ?? row.estimateFen
  return priced === null ? null : Math.max(priced + row.retestFeeFen - row.reductionFen, 0)
}

/** What the customer has agreed to pay so far. */
export function agreedFen(row: Priced): number | null {
  const gross = agreedGrossFen(row)
  return gross === null ? null : Math.max(gross - row.discountFen, 0)
}

/** What the history says of a version of the quote, so that its amount can be read after a later version replaced it. */
export function quoteText({
  version,
  quoteFen,
  until,
  note,
}: {
  version: number
  quoteFen: number
  until: string
  note: string
}): string {
  return `第 ${version} 版，${formatFen(quoteFen)}，有效期至 ${until}${note === '' ? '' : `。${note}`}`
}

const QUOTED = '报价'
const FORMER = '上次报价'

/** The price of a line that a person quoted at another amount than the calculated one. */
export function quotedLine(amountFen: number): PriceLine[] {
  return [{ label: QUOTED, quantity: 1, unit: '项', unitFen: amountFen, amountFen }]
}

interface Line {
  amountFen: number | null
  priceLines: PriceLine[]
}

/** Whether the amount of a line is the price of a quote, and no calculation. */
export function pricedByQuote({ priceLines }: Pick<Line, 'priceLines'>): boolean {
  return priceLines.length === 1 && (priceLines[0]?.label === QUOTED || priceLines[0]?.label === FORMER)
}

/**
 * The line as it is shown. While an order is to be quoted again, the price of a quote that was sent back or withdrawn no longer stands:
 * customers read that the price is to come, and staff that it is the former one.
 */
export function lineAsItStands<Priced extends Line>(
  { stage, quoteVersion }: Pick<OrderRow, 'stage' | 'quoteVersion'>,
  line: Priced,
  reader: 'customer' | 'staff',
): Priced {
  if (stage !== 'quoting' || quoteVersion === 0 || !pricedByQuote(line)) return line
  if (reader === 'customer') return { ...line, amountFen: null, priceLines: [] }
  return { ...line, priceLines: line.priceLines.map((price) => ({ ...price, label: FORMER })) }
}
