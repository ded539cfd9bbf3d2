import { Money } from '../../../ui/text/money.tsx'
import type { UnsettledRow } from '../contract.ts'
import css from '../pages/settlements.module.css'

/** Shows why the final amount differs from the agreed amount. */
export function Difference({ row }: { row: UnsettledRow }) {
  if (!row.supplement && row.amountFen === row.agreedFen) return null
  return (
    <span className={css.sub}>
      {row.supplement ? '补差价，已预付 ' : '约定 '}
      <Money fen={row.agreedFen} />
      {row.reason && `：${row.reason}`}
    </span>
  )
}
