import { type ReactNode, useRef } from 'react'
import { Button } from '../inputs/button.tsx'
import { useStickyBottom } from '../shell/sticky-bottom.ts'
import css from './toolbar.module.css'

/** A toolbar above a list: filters at the left, actions at the right. */
export function Toolbar({
  children,
  actions,
  label = '筛选和操作',
}: {
  children?: ReactNode
  actions?: ReactNode
  label?: string
}) {
  return (
    <div role="group" aria-label={label} className={css.toolbar}>
      <div className={css.filters}>{children}</div>
      {actions && <div className="cluster">{actions}</div>}
    </div>
  )
}

/** A bar at the bottom while rows are selected. */
interface BulkBarProps {
  /** How many rows are chosen, or a text that says so; 0: no bar. */
  count: number | string
  onClear: () => void
  children: ReactNode
}

export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return count === 0 ? null : <OpenBar {...{ count, onClear, children }} />
}

function OpenBar({ count, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useStickyBottom(bar)
  return (
    <div ref={bar} role="group" aria-label="批量操作" className={css.bulk}>
      <span className={css.count} role="status">
        已选 {count} 项
      </span>
      {children}
      <Button size="s" onClick={onClear}>
        取消选择
      </Button>
    </div>
  )
}
