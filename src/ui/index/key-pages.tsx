import type { IndexAddress } from '../../platform/contract/index-address.ts'
import { ButtonLink } from '../inputs/button.tsx'
import css from './index.module.css'

interface Props {
  data: { next: string | null; previous: string | null }
  href: (change: Partial<IndexAddress>) => string
  label?: string
}

/** First, previous and next page of a list that is paged by key. */
export function KeyPages({ data, href, label = '分页' }: Props) {
  if (data.next === null && data.previous === null) return null
  return (
    <nav aria-label={label} className={css.pages}>
      {data.previous !== null && (
        <>
          <ButtonLink to={href({})}>首页</ButtonLink>
          <ButtonLink icon="chevron-left" to={href({ before: data.previous })}>
            上一页
          </ButtonLink>
        </>
      )}
      {data.next !== null && (
        <ButtonLink icon="chevron-right" to={href({ after: data.next })}>
          下一页
        </ButtonLink>
      )}
    </nav>
  )
}
