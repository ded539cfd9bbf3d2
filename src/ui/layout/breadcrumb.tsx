import css from './breadcrumb.module.css'
import { SmartLink } from '../text/link.tsx'

export type Crumb = { label: string; to?: string }

/** The path from the home page to this page; the last item has no link. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="面包屑" className="no-print">
      <ol role="list" className={css.crumbs}>
        {items.map((item, index) => (
          <li key={item.label}>
            {item.to && index < items.length - 1 ? (
              <SmartLink to={item.to}>{item.label}</SmartLink>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
