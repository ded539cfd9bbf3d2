import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { BookingBadge } from '../bookings/booking-badge.tsx'
import { OfferLine } from './offer-line.tsx'
import type { ShownBooking } from './rebook-dialog.tsx'
import { spanOf } from './span-rules.ts'

type Props<Booking> = {
  bookings: readonly Booking[]
  caption: string
  /** The buttons of one booking. */
  renderActions: (booking: Booking) => ReactNode
  children?: ReactNode
}

/** The bookings of one order, on the page of its customer and on the page of staff. */
export function BookingTable<Booking extends ShownBooking>({
  bookings,
  caption,
  renderActions,
  children,
}: Props<Booking>) {
  return (
    <Card title="预约">
      <Table
        caption={caption}
        hideCaption
        rows={bookings}
        rowKey={(booking) => String(booking.id)}
        columns={[
          {
            key: 'when',
            header: '时段',
            rowHeader: true,
            render: (booking) => (
              <>
                <span className="num">{spanOf(booking)}</span>
                <OfferLine offer={booking.offer} />
              </>
            ),
          },
          { key: 'project', header: '项目', render: (booking) => booking.projectName },
          { key: 'how', header: '方式', render: (booking) => (booking.remote ? '云视频' : '到场') },
          { key: 'stage', header: '状态', render: (booking) => <BookingBadge booking={booking} /> },
          { key: 'do', header: '操作', render: renderActions },
        ]}
      />
      {children}
    </Card>
  )
}
