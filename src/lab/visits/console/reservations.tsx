import { useLocation, useSearchParams } from 'react-router'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { SmartLink } from '../../../ui/link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { BookingBadge } from '../../bookings/booking-badge.tsx'
import { staffReservationList } from '../../bookings/contract.ts'
import { spanOf } from '../rebook-dialog.tsx'
import { reservationLifecycle, type ReservationStage } from '../../bookings/rules.ts'
import { BookingButtons } from '../booking-buttons.tsx'

type Row = OutputOf<typeof staffReservationList>['list'][number]

const PAGE_SIZE = 20
const stages = Object.keys(reservationLifecycle.stages) as ReservationStage[]

export const meta = () => [{ title: '预约 · 明析科测后台' }]

/** Bookings from today on, the next one first. */
export default function Reservations() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const stage = stages.find((key) => key === search.get('stage')) ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const href = (change: { stage?: string; page?: number }) => {
    const next = { stage, page: 1, ...change }
    const query = new URLSearchParams()
    if (next.stage) query.set('stage', next.stage)
    if (next.page > 1) query.set('page', String(next.page))
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
  const list = useCall(staffReservationList, { stage, page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  return (
    <div className="stack">
      <PageHeader title="预约" sub="今天起的现场与云视频预约" />
      <LinkTabs
        label="预约状态"
        tabs={[
          { to: href({ stage: '' }), label: '全部', current: stage === '' },
          ...stages.map((key) => ({
            to: href({ stage: key }),
            label: reservationLifecycle.stages[key],
            current: stage === key,
          })),
        ]}
      />
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption="预约列表"
        columns={columns}
        rowKey={(row) => String(row.id)}
        empty={
          <EmptyState title="没有预约" icon="calendar">
            客户提交现场预约的订单后，时段列在这里。
          </EmptyState>
        }
      />
    </div>
  )
}

const columns: Column<Row>[] = [
  { key: 'when', header: '时段', rowHeader: true, render: (row) => <span className="num">{spanOf(row)}</span> },
  { key: 'project', header: '项目', render: (row) => row.projectName },
  {
    key: 'order',
    header: '订单',
    render: (row) => <SmartLink to={`/console/orders/${row.orderNo}`}>{row.orderNo}</SmartLink>,
  },
  { key: 'how', header: '方式', render: (row) => (row.remote ? '云视频' : '到场') },
  { key: 'stage', header: '状态', render: (row) => <BookingBadge booking={row} /> },
  { key: 'do', header: '操作', render: (row) => <BookingButtons booking={row} movable={row.movable} /> },
]
