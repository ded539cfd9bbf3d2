import { type AnyIndex, sumNames } from '../../platform/contract/index-list.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { countText } from '../../ui/index/count-text.ts'
import css from '../../ui/index/index.module.css'
import type { Selection } from '../../ui/index/use-selection.ts'
import { Money } from '../../ui/text/money.tsx'

interface TotalsProps<Row> {
  index: AnyIndex
  data: { list: readonly Row[]; total: number; totalIsCapped: boolean; sums: Record<string, number> }
  selection: Selection<Row>
}

/** How many rows match, and their sums; with a whole page selected, the offer to select all. */
export function Totals<Row>({ index, data, selection }: TotalsProps<Row>) {
  const total = countText(data.total, data.totalIsCapped)
  const wholePage = data.list.length > 0 && data.list.every((row) => selection.keys.has(index.key(row)))
  return (
    <p className={css.status} role="status">
      <span>共 {total} 条</span>
      {sumNames(index).map((name) => (
        <span key={name}>
          {index.fields[name]?.label}合计{' '}
          {index.fields[name]?.kind === 'fen' ? (
            <Money fen={data.sums[name] ?? 0} />
          ) : (
            <span className="num">{data.sums[name] ?? 0}</span>
          )}
        </span>
      ))}
      {wholePage && !selection.all && data.total > data.list.length && (
        <Button size="s" onClick={selection.selectAll}>
          选择全部 {total} 条
        </Button>
      )}
    </p>
  )
}
