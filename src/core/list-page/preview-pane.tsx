import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import type { RowPreview } from '../../ui/index/use-row-keys.ts'
import type { Column } from '../../ui/tables/table.tsx'
import css from './preview-pane.module.css'

/** Which row of a list is shown beside it. A row that left the page is shown no longer. */
export function usePreview<Row>(keyOf: (row: Row) => string, rows: readonly Row[]) {
  const [shown, show] = useState<string>()
  const keys = useMemo((): RowPreview => ({ shown, show }), [shown])
  return { keys, row: shown === undefined ? undefined : rows.find((row) => keyOf(row) === shown) }
}

export function previewColumn<Row>(keyOf: (row: Row) => string, { shown, show }: RowPreview): Column<Row> {
  return {
    key: 'preview',
    header: <span className="visually-hidden">预览</span>,
    cardLabel: '',
    width: '2.5rem',
    render: (row) => (
      <Button
        variant="quiet"
        size="s"
        icon="info"
        aria-label={`预览 ${keyOf(row)}`}
        aria-expanded={shown === keyOf(row)}
        onClick={() => show(shown === keyOf(row) ? undefined : keyOf(row))}
      />
    ),
  }
}

/** The preview at the right of the window; the list stays usable. */
export function PreviewPane({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  return (
    <aside aria-label={`预览 ${name}`} className={css.pane}>
      <div className={css.close}>
        <Button variant="quiet" size="s" icon="close" aria-label="关闭预览" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
