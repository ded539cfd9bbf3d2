import { useCall } from '../../../platform/client/use-call.ts'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import type { Address } from '../../../ui/tables/use-address.ts'
import { staffCouponIssues } from '../staff-contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

const endedByLabels = { empty: '优惠券已发完，其余未发', stopped: '活动已结束，其余未发' }

/** Issues to segments with their progress, read again while one runs. */
export function SegmentList({ campaignId, address: { page, href } }: { campaignId: number; address: Address }) {
  const list = useCall(staffCouponIssues, { campaignId, page, size: 20 }, { refetchSeconds: 5 })
  return (
    <PagedTable
      of={list}
      page={page}
      href={(to) => href({ page: to })}
      caption="批量发放"
      columns={[
        { key: 'about', header: '发放对象', rowHeader: true, render: (row) => row.about },
        {
          key: 'progress',
          header: '进度',
          render: (row) => (
            <span className="num">
              {row.seen} / {row.total}
            </span>
          ),
        },
        { key: 'issued', header: '已发放', align: 'end', render: (row) => <span className="num">{row.issued}</span> },
        {
          key: 'state',
          header: '状态',
          render: (row) => (
            <StageBadge tone={row.endedBy ? 'warn' : row.finishedAt ? 'ok' : 'work'}>
              {row.endedBy ? endedByLabels[row.endedBy] : row.finishedAt ? '已完成' : '发放中'}
            </StageBadge>
          ),
        },
        { key: 'at', header: '开始时间', render: (row) => <span className="num">{minuteText(row.createdAt)}</span> },
      ]}
      rowKey={(row) => String(row.id)}
      empty={<EmptyState title="还没有批量发放" icon="users" />}
    />
  )
}
