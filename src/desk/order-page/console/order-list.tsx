import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { DueIn, OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { type OrderQueue, orderQueueKeys, orderQueues } from '../../../lab/orders/queue-rules.ts'
import { orderLifecycle, type OrderStage, type OrderTab, orderTabKeys, orderTabs } from '../../../lab/orders/rules.ts'
import { staffOrderList } from '../../../lab/orders/staff-contract.ts'
import css from './order-list.module.css'

export const meta = () => [{ title: '订单 · 明析科测后台' }]

type Row = OutputOf<typeof staffOrderList>['list'][number]

const PAGE_SIZE = 20

/** Every order, with its next step and deadline. All filters are kept in the address, so that a list can be shared. */
export default function OrderList() {
  const { query, href } = useQuery()
  const navigate = useNavigate()
  const { data, error, isPending, isFetching, refetch } = useCall(staffOrderList, { ...query, size: PAGE_SIZE })
  return (
    <>
      <PageHeader title="订单" />
      <LinkTabs
        label="订单状态"
        tabs={orderTabKeys.map((tab) => ({
          to: href({ tab, stage: '', queue: '', page: 1 }),
          label: orderTabs[tab].label,
          count: data?.counts[tab],
          current: tab === query.tab,
        }))}
      />
      <div className={css.filters}>
        <Toolbar>
          <Field label="阶段" hideLabel>
            <Select
              value={query.stage}
              options={[
                { value: '', label: '全部阶段' },
                ...orderTabs[query.tab].stages.map((stage: OrderStage) => ({
                  value: stage,
                  label: orderLifecycle.stages[stage],
                })),
              ]}
              onValue={(stage) => void navigate(href({ stage: stage ?? '', page: 1 }))}
            />
          </Field>
          <Field label="待办" hideLabel>
            <Select
              value={query.queue}
              options={[
                { value: '', label: '全部订单' },
                ...orderQueueKeys.map((key) => ({ value: key, label: orderQueues[key].label })),
              ]}
              onValue={(key) => void navigate(href({ queue: (key ?? '') as OrderQueue | '', page: 1 }))}
            />
          </Field>
          <div className={css.search}>
            <SearchBox
              key={query.kw}
              label="搜索订单"
              placeholder="订单、样品、合同、报告编号，客户，项目，拼音"
              defaultValue={query.kw}
              onSearch={(kw) => void navigate(href({ kw, page: 1 }))}
              hotkey
            />
          </div>
          {query.kw !== '' && <Button onClick={() => void navigate(href({ kw: '', page: 1 }))}>清除搜索</Button>}
        </Toolbar>
      </div>
      {data ? (
        <>
          <p role="status" className={css.total}>
            {data.totalIsCapped ? `共 ${data.total} 个以上订单，请缩小范围` : `共 ${data.total} 个订单`}
          </p>
          <div aria-busy={isFetching || undefined}>
            <Table
              lines
              caption="订单列表"
              hideCaption
              columns={columns}
              rows={data.list}
              rowKey={(row) => row.orderNo}
              empty={
                <NoOrders
                  filtered={query.kw !== '' || query.queue !== '' || query.stage !== '' || query.tab !== 'all'}
                />
              }
            />
          </div>
          <Pagination
            page={query.page}
            pageCount={Math.ceil(data.total / PAGE_SIZE)}
            href={(page) => href({ page })}
            label="订单分页"
          />
        </>
      ) : isPending ? (
        <Skeleton lines={8} height={44} />
      ) : (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error?.message}
        </ErrorState>
      )}
    </>
  )
}

interface Query {
  tab: OrderTab
  stage: OrderStage | ''
  queue: OrderQueue | ''
  kw: string
  page: number
}

function useQuery() {
  const [search] = useSearchParams()
  const tab = orderTabKeys.find((key) => key === search.get('tab')) ?? 'all'
  const stage = orderTabs[tab].stages.find((key: OrderStage) => key === search.get('stage')) ?? ''
  const query: Query = {
    tab,
    stage,
    queue: orderQueueKeys.find((key) => key === search.get('queue')) ?? '',
    kw: search.get('kw')?.slice(0, 60) ?? '',
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
  }
  const href = (change: Partial<Query>) => {
    const next = { ...query, ...change }
    const kept = Object.entries({ ...next, page: next.page === 1 ? '' : String(next.page) }).filter(
      ([key, value]) => value !== '' && !(key === 'tab' && value === 'all'),
    )
    const text = new URLSearchParams(kept as [string, string][]).toString()
    return `/console/orders${text ? `?${text}` : ''}`
  }
  return { query, href }
}

const columns: Column<Row>[] = [
  {
    key: 'no',
    line: 1,
    header: '订单',
    rowHeader: true,
    render: (row) => (
      <div>
        <SmartLink to={`/console/orders/${row.orderNo}`} className={css.number}>
          {row.orderNo}
        </SmartLink>{' '}
        {row.urgent && <Tag tone="warn">加急</Tag>}
        <span className={css.aside}>{row.createdAt.slice(0, 16)}</span>
      </div>
    ),
  },
  {
    key: 'project',
    line: 2,
    header: '项目',
    render: (row) => (
      <div>
        {row.title}
        <span className={css.aside}>{row.sampleCount} 个样品</span>
      </div>
    ),
  },
  {
    key: 'customer',
    line: 2,
    header: '客户',
    render: (row) => (
      <div>
        {row.customerName}
        <span className={css.aside}>{row.groupName}</span>
      </div>
    ),
  },
  {
    key: 'stage',
    line: 1,
    header: '阶段',
    render: (row) => <OrderStageBadge stage={row.stage}>{row.stageName}</OrderStageBadge>,
  },
  {
    key: 'next',
    header: '下一步',
    render: ({ next }) =>
      next ? (
        <div>
          {next.who === 'customer' && '客户：'}
          {next.what}
          {next.dueAt && (
            <span className={css.aside}>
              <DueIn at={next.dueAt} />
            </span>
          )}
        </div>
      ) : (
        '—'
      ),
  },
  {
    key: 'amount',
    line: 2,
    header: '金额',
    align: 'end',
    render: (row) => (row.amountFen === null ? '待报价' : <Money fen={row.amountFen} />),
  },
]

function NoOrders({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="没有符合条件的订单" icon="search" action={{ label: '查看全部订单', to: '/console/orders' }} />
  ) : (
    <EmptyState title="还没有订单" icon="file" action={{ label: '回到工作台', to: '/console' }}>
      客户提交的订单会出现在这里。
    </EmptyState>
  )
}
