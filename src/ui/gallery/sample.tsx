import type { ReactNode } from 'react'
import css from './gallery.module.css'

/** The entry of a component: `of` names its files below src/ui, which gallery.test.tsx compares with the folder. */
export function Sample({ of, title, children }: { of: readonly string[]; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} data-component={of.join(' ')} data-picture={of[0]} className={css.sample}>
      <h2 className={css.title}>{title}</h2>
      <div className={css.states}>{children}</div>
    </section>
  )
}

export type Shown = 'hover' | 'focus' | 'active'

/** One state of a component with its name. `show` draws what is inside as if the pointer or the focus were there (shown-states.ts). */
export function State({
  name,
  show,
  wide,
  children,
}: {
  name: string
  show?: Shown
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? css.wide : css.state} data-show={show}>
      <p className={css.name}>{name}</p>
      {children}
    </div>
  )
}
