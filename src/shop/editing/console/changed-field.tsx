import type { ReactNode } from 'react'
import { Tag } from '../../../ui/text/tag.tsx'
import css from './changed-field.module.css'

/** Marks a field that differs from what visitors see. */
export function ChangedField({ changed, children }: { changed: boolean; children: ReactNode }) {
  return (
    <div className={changed ? css.changed : undefined} data-changed={changed || undefined}>
      {changed && (
        <span className={css.mark}>
          <Tag tone="warn">已修改</Tag>
        </span>
      )}
      {children}
    </div>
  )
}
