import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type ReceivableItem, receivableIndex, receivableList } from '../income/income-contract.ts'
import { OrderLink } from './order-link.tsx'

export const meta = () => [{ title: '应收明细 · 明析科测' }]

export default function ConsoleReceivables() {
  return (
    <div className="stack">
      <PageHeader
        title="应收明细"
        sub="已核定未付的订单金额，账龄从核定之日起算"
        crumbs={[{ label: '结算', to: '/console/settlements' }, { label: '应收明细' }]}
      />
      <IndexList
        index={receivableIndex}
        call={receivableList}
        looks={looks}
        empty={<EmptyState title="没有未付的应收" icon="wallet" />}
      />
    </div>
  )
}

const looks: IndexListProps<ReceivableItem, keyof typeof receivableIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <OrderLink orderNo={row.orderNo} /> },
  customer: { line: 2 },
  age: { line: 2 },
  amount: { line: 1 },
}
