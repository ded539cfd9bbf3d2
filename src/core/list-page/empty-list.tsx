import type { ReactNode } from 'react'
import { type AnyIndex, sortOf } from '../../platform/contract/index-list.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { countText } from '../../ui/index/count-text.ts'
import css from '../../ui/index/index.module.css'
import type { IndexState } from '../../ui/index/use-index-address.ts'
import { SmartLink } from '../../ui/text/link.tsx'

interface EmptyProps {
  index: AnyIndex
  state: IndexState
  own: ReactNode
  data: { counts: Partial<Record<string, number>>; cappedCounts: Partial<Record<string, boolean>> }
}

/** Nobody stands before nothing: what hides the rows is taken away, and an empty tab leads to the fullest one. */
export function EmptyList({ index, state, own, data }: EmptyProps) {
  const { query, href } = state
  const filtered = query.kw !== '' || Object.keys(query.filters).length > 0
  if (filtered)
    return (
      <EmptyState
        title={`没有符合条件的${index.label}`}
        icon="search"
        action={{ label: '清除筛选', to: href({ filters: {}, kw: '' }) }}
      />
    )
  const fullest = Object.keys(index.tabs).reduce(
    (most, tab) => ((data.counts[tab] ?? 0) > (data.counts[most] ?? 0) ? tab : most),
    '',
  )
  return (
    <>
      {own ?? <EmptyState title={`没有${index.label}`} icon="file" />}
      {(data.counts[fullest] ?? 0) > 0 && (
        <p className={css.elsewhere}>
          <SmartLink to={state.href({ tab: fullest, sort: sortOf(index, fullest) })}>
            {index.tabs[fullest]?.label} {countText(data.counts[fullest] ?? 0, data.cappedCounts[fullest])}
          </SmartLink>
        </p>
      )}
    </>
  )
}
