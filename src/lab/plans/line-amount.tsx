import { Money } from '../../ui/text/money.tsx'
import css from './plan-table.module.css'
import type { Validity } from './rules.ts'

export interface LineAmountProps {
  item: { amountFen: number | null; formerFen?: number | null | undefined; validity: Validity }
}

/** The price of a line now, and the one that was seen last: who is to confirm a new price compares both. */
export function LineAmount({ item: { amountFen, formerFen, validity } }: LineAmountProps) {
  return (
    // One part of a card on a phone, which puts its parts at both sides.
    <span style={{ textAlign: 'end' }}>
      {amountFen === null ? '待报价' : <Money fen={amountFen} price />}
      {validity === 'priceChanged' && formerFen !== undefined && (
        <span className={css.former}>此前 {formerFen === null ? '待报价' : <Money fen={formerFen} />}</span>
      )}
    </span>
  )
}
