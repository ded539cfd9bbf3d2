import { DueIn } from '../../orders/order-stage.tsx'
import { staffOrderList } from '../../orders/staff-contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useAddress } from '../../../ui/use-address.ts'

export const meta = () => [{ title: '数据审核 · 后台' }]

const PAGE_SIZE = 20

/** Orders that wait for verification, the most urgent first. */
export default function VerifyList() {
  const { page, href } = useAddress()
  const waiting = useCall(staffOrderList, { queue: 'verify', page, size: PAGE_SIZE }, { refetchSeconds: 30 })
  return (
    <>
      <PageHeader title="数据审核" sub="核对检测记录与数据，通过后交付客户；不能审核自己检测的订单。" />
      <PagedTable
        of={waiting}
        page={page}
        href={(to) => href({ page: to })}
        lines
        caption="待审核的订单"
        columns={[
          {
            key: 'no',
            line: 1,
            header: '订单',
            rowHeader: true,
            render: (row) => <span className="num">{row.orderNo}</span>,
          },
          { key: 'title', line: 2, header: '项目', render: (row) => row.title },
          { key: 'count', header: '样品', align: 'end', render: (row) => row.sampleCount },
          { key: 'urgent', header: '加急', render: (row) => (row.urgent ? <Tag tone="warn">加急</Tag> : '—') },
          {
            key: 'due',
            line: 2,
            header: '交付时限',
            render: (row) => (row.next?.dueAt ? <DueIn at={row.next.dueAt} /> : '—'),
          },
          {
            key: 'do',
            line: 1,
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
        rowKey={(row) => row.orderNo}
        empty={
          <EmptyState title="没有待审核的数据" icon="check">
            实验员提交审核后会出现在这里。
          </EmptyState>
        }
      />
    </>
  )
}
