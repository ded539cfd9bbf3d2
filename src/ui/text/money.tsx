import { formatFen } from '../../platform/money.ts'
import { cx } from './class-names.ts'
import css from './money.module.css'
import { shortMoneyText } from './money-text.ts'

/** ¥1,280.00. `price` uses the price colour; `signed` writes the + of a credit. */
export function Money({ fen, price, signed }: { fen: number; price?: boolean; signed?: boolean }) {
  return (
    <span className={cx(css.money, price && css.price)}>
      {signed && fen > 0 && '+'}
      {formatFen(fen)}
    </span>
  )
}

/** ¥80 起/样; without a price 需报价. */
export function PriceFrom({ fen, unit }: { fen: number | null; unit?: string }) {
  if (fen === null) return <span className={css.price}>需报价</span>
  return (
    <span className={cx(css.money, css.price)}>
      {shortMoneyText(fen)}
      <span className={css.rest}>{unit ? ` 起/${unit}` : ' 起'}</span>
    </span>
  )
}
