import { type CSSProperties, type ReactNode, useId } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import css from './home-section.module.css'

export type HomeSectionProps = {
  title: string
  sub?: string
  more?: { to: string; label: string }
  /** Of a section below the first view, laid out when it is scrolled near: about how high its content will be, in rem. */
  height?: { phone: number; desk: number }
  children: ReactNode
}

export function HomeSection({ title, sub, more, height, children }: HomeSectionProps) {
  const id = useId()
  const style = height && ({ '--phone': `${height.phone}rem`, '--desk': `${height.desk}rem` } as CSSProperties)
  return (
    <section aria-labelledby={id} className={cx('page', css.section, height && css.late)} style={style}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {sub && <p className={css.sub}>{sub}</p>}
        {more && (
          <SmartLink to={more.to} className={css.more}>
            {more.label}
            <Icon name="chevron-right" size={16} />
          </SmartLink>
        )}
      </div>
      {children}
    </section>
  )
}
