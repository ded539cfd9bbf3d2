import type { Call } from '../../platform/contract/call.ts'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { BookingBadge } from '../bookings/booking-badge.tsx'
import { BookingDeeds } from './booking-deeds.tsx'
import { type ShownBooking, spanOf } from './rebook-dialog.tsx'

type Props = { bookings: readonly ShownBooking[]; movable: boolean; refreshes: readonly Call[] }

/** For staff: the slots of an order, to confirm, move or drop. */
export function StaffBookings({ bookings, movable, refreshes }: Props) {
  if (bookings.length === 0) return null
  return (
    <Card title="预约">
      <Table
        caption="此订单的预约"
        hideCaption
        rows={bookings}
        rowKey={(booking) => String(booking.id)}
        columns={[
          {
            key: 'when',
            header: '时段',
            rowHeader: true,
            render: (booking) => <span className="num">{spanOf(booking)}</span>,
          },
          { key: 'project', header: '项目', render: (booking) => booking.projectName },
          { key: 'how', header: '方式', render: (booking) => (booking.remote ? '云视频' : '到场') },
          { key: 'stage', header: '状态', render: (booking) => <BookingBadge booking={booking} /> },
          {
            key: 'do',
            header: '操作',
            render: (booking) => <BookingDeeds booking={booking} movable={movable} refreshes={refreshes} />,
          },
        ]}
      />
    </Card>
  )
}
