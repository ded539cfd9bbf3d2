import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { orderHistory } from '../../../lab/orders/contract.ts'
import { OrderTable } from '../order-table.tsx'
import { type OrderTab, orderTabKeys, orderTabs } from '../../../lab/orders/rules.ts'

export const meta = () => [{ title: '我的订单 · 明析科测' }]

const size = 10

export default function OrderList() {
  const [query, setQuery] = useSearchParams()
  const tab = orderTabKeys.find((key) => key === query.get('tab')) ?? 'all'
  const page = Math.max(1, Number(query.get('page')) || 1)
  const { data, error, refetch, isFetching } = useCall(orderHistory, { tab, page, size })
  return (
    <div className="stack">
      <PageHeader title="我的订单" sub="开始检测前可自行取消；开始检测后如需变更请联系客户经理" />
      <LinkTabs
        label="订单状态"
        tabs={orderTabKeys.map((key) => ({
          to: key === 'all' ? '/member/order' : `/member/order?tab=${key}`,
          label: orderTabs[key].label,
          current: key === tab,
          count: data?.counts[key],
        }))}
      />
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={4} height={72} />}
      {data && data.total === 0 && <Nothing tab={tab} />}
      {data && data.total > 0 && (
        <>
          <Paged
            rows={data.list.length}
            page={page}
            pageCount={Math.ceil(data.total / size)}
            onPage={(next) =>
              setQuery((old) => new URLSearchParams({ ...Object.fromEntries(old), page: String(next) }))
            }
          >
            <OrderTable orders={data.list} caption={`我的订单：${orderTabs[tab].label}`} />
          </Paged>
        </>
      )}
    </div>
  )
}

function Nothing({ tab }: { tab: OrderTab }) {
  if (tab !== 'all')
    return (
      <EmptyState
        title={`没有${orderTabs[tab].label}的订单`}
        icon="file"
        action={{ label: '查看全部订单', to: '/member/order' }}
      />
    )
  return (
    <EmptyState title="还没有订单" icon="flask" action={{ label: '浏览检测项目', to: '/project' }}>
      选好项目加入实验方案，几步即可下单。
    </EmptyState>
  )
}
