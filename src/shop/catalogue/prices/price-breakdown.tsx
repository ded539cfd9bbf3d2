import { Money } from '../../../ui/text/money.tsx'
import css from './price-breakdown.module.css'
import type { Price } from './price-rules.ts'

/** The lines of a price and their sum; announced when it changes. */
export function PriceBreakdown({ price, note }: { price: Price; note?: string }) {
  if (price.kind === 'quote') {
    return (
      <p role="status" className={css.quote}>
        <strong>需报价</strong>
        <span>提交后由客户经理确认方案并报价，您接受后才开始测试。</span>
      </p>
    )
  }
  return (
    <div className={css.box}>
      <table className={css.lines}>
        <caption className="visually-hidden">费用明细</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col" className={css.number}>
              单价 × 数量
            </th>
            <th scope="col" className={css.number}>
              金额
            </th>
          </tr>
        </thead>
        <tbody>
          {price.lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">{line.label}</th>
              <td className={css.number}>
                <Money fen={line.unitFen} /> × {line.quantity} {line.unit}
              </td>
              <td className={css.number}>
                <Money fen={line.amountFen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className={css.total}>
        <span>预估合计</span>
        <Money fen={price.totalFen} price />
      </p>
      {note && <p className={css.note}>{note}</p>}
    </div>
  )
}
