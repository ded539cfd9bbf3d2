import { useLocation, useSearchParams } from 'react-router'
import { LinkTabs } from '../../ui/layout/tabs.tsx'
import { contractLifecycle, type ContractStage, contractStages } from './rules.ts'

export interface ContractFilter {
  stage: ContractStage | ''
  page: number
  /** The address of the list with another stage or page. */
  href: (change: { stage?: ContractStage | ''; page?: number }) => string
}

/** Stage and page are kept in the address, so that a list can be bookmarked, shared and returned to. */
export function useContractFilter(): ContractFilter {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const stage = contractStages.find((key) => key === search.get('stage')) ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const href: ContractFilter['href'] = (change) => {
    const next = { stage, page: 1, ...change }
    const query = new URLSearchParams()
    if (next.stage) query.set('stage', next.stage)
    if (next.page > 1) query.set('page', String(next.page))
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
  return { stage, page, href }
}

export function ContractTabs({ filter }: { filter: ContractFilter }) {
  return (
    <LinkTabs
      label="合同状态"
      tabs={[
        { to: filter.href({ stage: '' }), label: '全部', current: filter.stage === '' },
        ...contractStages.map((key) => ({
          to: filter.href({ stage: key }),
          label: contractLifecycle.stages[key],
          current: filter.stage === key,
        })),
      ]}
    />
  )
}
