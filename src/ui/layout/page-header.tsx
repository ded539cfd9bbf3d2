import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Crumb, Breadcrumb } from './breadcrumb.tsx'
import css from './page-header.module.css'

export type PageHeaderProps = {
  title: ReactNode
  sub?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
  /** Shown beside the title: a stage badge, a count. */
  badge?: ReactNode
  crumbs?: readonly Crumb[]
}

/** The header of a page with its only h1. */
export function PageHeader({ title, sub, actions, badge, crumbs }: PageHeaderProps) {
  return (
    <>
      {crumbs && <Breadcrumb items={crumbs} />}
      <div className={css.header}>
        <div className={css.text}>
          <div className="cluster">
            <PageTitle>{title}</PageTitle>
            {badge}
          </div>
          {sub && <div className={css.sub}>{sub}</div>}
        </div>
        {actions && <div className="cluster no-print">{actions}</div>}
      </div>
    </>
  )
}

/**
 * Whether this document has shown a title before. The key of the first location cannot tell: the router's scroll script
 * sets it before hydration, and by then the person may already be typing.
 */
let titleShown = false

/**
 * An h1 that takes the focus after a client navigation, because a page load would start there;
 * not on the first load, and not when only the query changes (a filter keeps the focus).
 */
export function PageTitle({ children, className = css.title }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (titleShown) ref.current?.focus({ preventScroll: true })
    titleShown = true
  }, [pathname])
  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
