import type { ReactNode } from 'react'
import { cx } from '../text/class-names.ts'
import css from './table.module.css'

/** A second line in a cell of a table: who, when or why. A row of two lines on a phone has no room for it. */
export function CellNote({ num, children }: { num?: boolean; children: ReactNode }) {
  return <span className={cx(css.note, num && 'num')}>{children}</span>
}
