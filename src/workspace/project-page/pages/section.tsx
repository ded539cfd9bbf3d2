import type { ReactNode } from 'react'
import { cx } from '../../../ui/text/class-names.ts'
import { late } from '../../../ui/layout/late.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import css from './section.module.css'

type Props = {
  id: string
  title: string
  more?: { to: string; label: string }
  noPrint?: boolean
  /** Heights in rem for a section below the first view, which is laid out late (late.ts). */
  height?: { phone: number; desk: number }
  children: ReactNode
}

export function DetailSection({ id, title, more, noPrint, height, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cx(css.section, noPrint && 'no-print')}
      {...(height && late(height.phone, height.desk))}
    >
      <div className={css.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {more && <SmartLink to={more.to}>{more.label}</SmartLink>}
      </div>
      {children}
    </section>
  )
}
