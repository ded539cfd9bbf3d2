import type { ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import { Icon } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import css from './pagination.module.css'

export type PaginationProps = {
  page: number
  pageCount: number
  /** Builds real links for lists with the page in the address; otherwise use `onPage`. */
  href?: (page: number) => string
  onPage?: (page: number) => void
  label?: string
}

export function Pagination({ page, pageCount, href, onPage, label = '分页' }: PaginationProps) {
  if (pageCount <= 1) return null
  const step = (to: number, content: ReactNode, name?: string) => {
    const common = {
      className: css.page,
      'aria-label': name,
      'aria-current': to === page ? ('page' as const) : undefined,
    }
    if (to < 1 || to > pageCount)
      return (
        // Shown even when disabled, so that the row keeps its shape.
        <span className={css.page} aria-hidden="true" aria-disabled="true">
          {content}
        </span>
      )
    return href ? (
      <SmartLink to={href(to)} {...common}>
        {content}
      </SmartLink>
    ) : (
      <button type="button" onClick={() => onPage?.(to)} {...common}>
        {content}
      </button>
    )
  }
  return (
    <nav aria-label={label} className={css.pages}>
      {step(page - 1, <Icon name="chevron-left" size={18} />, '上一页')}
      {pageSteps(page, pageCount).map((to, index) =>
        to === null ? (
          <span key={`gap${index < 3 ? 1 : 2}`} aria-hidden="true">
            …
          </span>
        ) : (
          <span key={to}>{step(to, to, `第 ${to} 页`)}</span>
        ),
      )}
      {step(page + 1, <Icon name="chevron-right" size={18} />, '下一页')}
    </nav>
  )
}

/** The first page, the last page and the neighbours of the current page; null marks a gap. */
export function pageSteps(page: number, pageCount: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pageCount])]
    .filter((at) => at >= 1 && at <= pageCount)
    .sort((a, b) => a - b)
  return shown.flatMap((at, index) => {
    const before = shown[index - 1]
    if (before === undefined || at === before + 1) return [at]
    return at === before + 2 ? [at - 1, at] : [null, at]
  })
}

/** A button that loads the next part, for lists paged by key. */
export function LoadMore({ onMore, busy, done }: { onMore: () => void; busy?: boolean; done?: boolean }) {
  if (done) return null
  return (
    <div className={css.more}>
      <Button onClick={onMore} busy={busy}>
        加载更多
      </Button>
    </div>
  )
}
