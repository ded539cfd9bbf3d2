import type { ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import { cx } from '../text/class-names.ts'
import css from './print-layout.module.css'

export type PrintLayoutProps = {
  /** Document title and h1 for screen readers. */
  title: string
  /** `label`: one `<PrintLabel>` per 60×40 mm label. */
  page?: 'A4' | 'label'
  children: ReactNode
}

/** A page for printing: no header, no footer, one button. */
export function PrintLayout({ title, page = 'A4', children }: PrintLayoutProps) {
  return (
    <main>
      <title>{title}</title>
      <h1 className="visually-hidden no-print">{title}</h1>
      <div className={css.tools}>
        <Button variant="primary" icon="printer" onClick={() => window.print()}>
          打印
        </Button>
      </div>
      {page === 'A4' ? (
        <div data-theme="light" className={cx(css.sheet, css.a4)}>
          {children}
        </div>
      ) : (
        children
      )}
    </main>
  )
}

export function PrintLabel({ children }: { children: ReactNode }) {
  return (
    <div data-theme="light" className={cx(css.sheet, css.label)}>
      {children}
    </div>
  )
}
