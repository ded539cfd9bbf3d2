import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { rebateIndex, type StaffRebate, staffRebates } from '../list-contract.ts'
import { RebateBadge } from '../promoter-badge.tsx'
import { rebateRefusals } from '../rules.ts'

export const meta = () => [{ title: '推广返利 · 明析科测' }]

export default function ConsoleRebates() {
  return (
    <div className="stack">
      <PageHeader
        title="推广返利"
        crumbs={[{ label: '推广合伙人', to: '/console/promoters' }, { label: '推广返利' }]}
        sub="每笔订单的返利：待结算、可提现与追回"
      />
      <IndexList
        index={rebateIndex}
        call={staffRebates}
        looks={looks}
        empty={<EmptyState title="没有返利" icon="wallet" />}
      />
    </div>
  )
}

const looks: IndexListProps<StaffRebate, keyof typeof rebateIndex.fields>['looks'] = {
  no: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  promoter: {
    line: 2,
    render: (row) => (
      <span>
        {row.promoterName} <span className="num">{row.promoterPhone}</span>
      </span>
    ),
  },
  customer: {
    render: (row) => (
      <span>
        {row.customerName} <span className="num">{row.customerPhone}</span>
      </span>
    ),
  },
  amount: { line: 2 },
  state: {
    line: 1,
    render: (row) => (
      <span className="cluster">
        <RebateBadge state={row.state} />
        {row.refusal && <span>{rebateRefusals[row.refusal]}</span>}
      </span>
    ),
  },
}
