import { type ReactNode, useId } from 'react'
import { Icon } from '../../../../ui/text/icon.tsx'
import { late } from '../../../../ui/layout/late.ts'
import { SmartLink } from '../../../../ui/text/link.tsx'
import css from './home-section.module.css'

export type HomeSectionProps = {
  title: string
  sub?: ReactNode
  more?: { to: string; label: string }
  /** Heights of a section below the first view, which is laid out late (late.ts). */
  height?: { phone: number; desk: number }
  children: ReactNode
}

export function HomeSection({ title, sub, more, height, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`page ${css.section}`} {...(height && late(height.phone, height.desk))}>
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
