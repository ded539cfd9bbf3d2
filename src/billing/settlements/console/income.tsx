import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type IncomeItem, incomeIndex, incomeList } from '../income/income-contract.ts'
import { OrderLink } from './order-link.tsx'

export const meta = () => [{ title: '收入明细 · 明析科测' }]

export default function ConsoleIncome() {
  return (
    <div className="stack">
      <PageHeader
        title="收入明细"
        sub="账上每笔检测收入对应的订单，退款与减免为负；多项目订单计入金额最大的项目"
        crumbs={[{ label: '结算', to: '/console/settlements' }, { label: '收入明细' }]}
      />
      <IndexList
        index={incomeIndex}
        call={incomeList}
        looks={looks}
        empty={
          <EmptyState title="还没有收入" icon="wallet">
            检测费用入账后，列在这里。
          </EmptyState>
        }
      />
    </div>
  )
}

const looks: IndexListProps<IncomeItem, keyof typeof incomeIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <OrderLink orderNo={row.orderNo} /> },
  customer: { line: 2 },
  at: { line: 2 },
  amount: { line: 1 },
}
