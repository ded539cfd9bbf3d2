import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { BookingBadge } from '../../bookings/booking-badge.tsx'
import { BookingButtons } from '../booking-buttons.tsx'
import { type ListedReservation, reservationIndex, staffReservationList } from '../list-contract.ts'
import { OfferLine } from '../offer-line.tsx'
import { spanOf } from '../span-text.ts'

export const meta = () => [{ title: '预约 · 明析科测后台' }]

/** Bookings of on-site work and video; first those from today on, the next one first. */
export default function Reservations() {
  return (
    <>
      <PageHeader
        title="预约"
        sub="现场与云视频预约"
        actions={
          <ButtonLink to="/console/reservations/calendar" icon="calendar">
            日历
          </ButtonLink>
        }
      />
      <IndexList
        index={reservationIndex}
        call={staffReservationList}
        looks={looks}
        more={[buttons]}
        refetchSeconds={60}
        empty={
          <EmptyState title="没有预约" icon="calendar">
            客户提交现场预约的订单后，时段列在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const looks: IndexListProps<ListedReservation, keyof typeof reservationIndex.fields>['looks'] = {
  start: {
    line: 1,
    header: '时段',
    rowHeader: true,
    render: (row) => (
      <>
        <span className="num">{spanOf(row)}</span>
        <OfferLine offer={row.offer} />
      </>
    ),
  },
  project: { line: 2 },
  customer: { line: 2 },
  order: {
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  stage: { line: 1, render: (row) => <BookingBadge booking={row} /> },
}

const buttons: Column<ListedReservation> = {
  key: 'do',
  header: '操作',
  line: 2,
  render: (row) => <BookingButtons booking={row} movable={row.movable} />,
}
