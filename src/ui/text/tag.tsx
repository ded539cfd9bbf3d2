import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './tag.module.css'

export type Tone = 'neutral' | 'info' | 'work' | 'ok' | 'warn' | 'danger'

/** A short fact. `onRemove` makes it a removable filter. */
export function Tag({ children, tone, onRemove }: { children: ReactNode; tone?: Tone; onRemove?: () => void }) {
  return (
    <span className={cx(css.tag, tone && css[tone])}>
      {children}
      {onRemove && (
        <button type="button" className={css.remove} onClick={onRemove} aria-label={`移除 ${String(children)}`}>
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}

/** The stage of an order, sample or invoice: always as text, which the colour only repeats. */
export function StageBadge({ children, tone = 'neutral' }: { children: ReactNode; tone?: Tone }) {
  return <span className={cx(css.tag, css.stage, css[tone])}>{children}</span>
}
