import { DueIn } from '../../orders/order-stage.tsx'
import { staffOrderList } from '../../orders/staff-contract.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'

export const meta = () => [{ title: '数据审核 · 后台' }]

/** What waits for verification, the most pressing first. */
export default function VerifyList() {
  const { data, error, refetch, isFetching } = useCall(
    staffOrderList,
    { stage: 'verifying', size: 100 },
    { refetchSeconds: 30 },
  )
  const rows = [...(data?.list ?? [])].sort((a, b) => (a.next?.dueAt ?? '9').localeCompare(b.next?.dueAt ?? '9'))
  return (
    <>
      <PageHeader title="数据审核" sub="核对检测记录与数据，通过后交付客户；不能审核自己检测的订单。" />
      {data ? (
        <Table
          caption="待审核的订单"
          hideCaption
          columns={[
            { key: 'no', header: '订单', rowHeader: true, render: (row) => <span className="num">{row.orderNo}</span> },
            { key: 'title', header: '项目', render: (row) => row.title },
            { key: 'count', header: '样品', align: 'end', render: (row) => row.sampleCount },
            { key: 'urgent', header: '加急', render: (row) => (row.urgent ? <Tag tone="warn">加急</Tag> : '—') },
            {
              key: 'due',
              header: '交付时限',
              render: (row) => (row.next?.dueAt ? <DueIn at={row.next.dueAt} /> : '—'),
            },
            {
              key: 'do',
              header: '操作',
              render: (row) => (
                <ButtonLink
                  size="s"
                  variant="primary"
                  to={`/console/verify/${row.orderNo}`}
                  aria-label={`审核 ${row.orderNo}`}
                >
                  审核
                </ButtonLink>
              ),
            },
          ]}
          rows={rows}
          rowKey={(row) => row.orderNo}
          empty={
            <EmptyState title="没有待审核的数据" icon="check">
              实验员提交审核后会出现在这里。
            </EmptyState>
          }
        />
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={6} height={40} />
      )}
    </>
  )
}
