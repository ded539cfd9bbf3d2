import type { ReactNode } from 'react'
import { EmptyState } from '../feedback/states.tsx'
import { Pagination, type PaginationProps } from './pagination.tsx'

export type PagedProps = PaginationProps & {
  /** How many rows this page has. */
  rows: number
  children: ReactNode
}

/** The rows of one page with the pagination below. A page beyond the last one says so and leads there: a list gets shorter under a kept address. */
export function Paged({ rows, children, ...pages }: PagedProps) {
  const { page, pageCount, href, onPage } = pages
  if (rows === 0 && pageCount > 0 && page > pageCount)
    return (
      <EmptyState
        title={`没有第 ${page} 页`}
        icon="search"
        action={{
          label: pageCount === 1 ? '回到第 1 页' : `到最后一页（第 ${pageCount} 页）`,
          ...(href ? { to: href(pageCount) } : { onClick: () => onPage?.(pageCount) }),
        }}
      />
    )
  return (
    <>
      {children}
      <Pagination {...pages} />
    </>
  )
}
