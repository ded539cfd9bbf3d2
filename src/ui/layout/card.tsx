import type { ComponentProps, ReactNode } from 'react'
import { IsPart } from '../feedback/is-part.ts'
import css from './card.module.css'
import { cx } from '../text/class-names.ts'
import { SmartLink, type SmartLinkProps } from '../text/link.tsx'

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** Shown at the right of the title. */
  actions?: ReactNode
  as?: 'section' | 'article' | 'li' | 'div'
  titleAs?: 'h2' | 'h3' | 'h4'
  /** No padding: for tables and pictures that reach the edge. */
  flush?: boolean
  /** Contains one CardLink that makes the whole card clickable. */
  linked?: boolean
}

/** The margin keeps several actions together at the right. */
const titleStyle = { fontSize: 'var(--text-20)', lineHeight: 'var(--lead-20)', marginInlineEnd: 'auto' }

export function Card({
  title,
  actions,
  as: Tag = 'section',
  titleAs: Title = 'h2',
  flush,
  linked,
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <Tag {...(rest as object)} className={cx(css.card, linked && css.linked, className)}>
      {(title || actions) && (
        <div className={css.head}>
          {title && <Title style={titleStyle}>{title}</Title>}
          {actions}
        </div>
      )}
      <div className={cx(css.body, flush && css.flush)}>
        <IsPart value>{children}</IsPart>
      </div>
    </Tag>
  )
}

/** The main link of a `linked` card; put it in the heading. */
export function CardLink({ className, ...rest }: SmartLinkProps) {
  return <SmartLink {...rest} className={cx(css.cover, className)} />
}
