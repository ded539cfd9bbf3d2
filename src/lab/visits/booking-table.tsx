import type { ReactNode } from 'react'
import { CellNote } from '../../ui/tables/cell-note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { BookingBadge } from '../bookings/booking-badge.tsx'
import { OfferLine } from './offer-line.tsx'
import type { ShownBooking } from './rebook-dialog.tsx'
import { spanOf } from './span-text.ts'

type Props<Booking> = {
  bookings: readonly Booking[]
  caption: string
  /** The buttons of one booking. */
  renderActions: (booking: Booking) => ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  children?: ReactNode
}

/** The bookings of one order, on the page of its customer and on the page of staff. */
export function BookingTable<Booking extends ShownBooking>({
  bookings,
  caption,
  renderActions,
  actions,
  children,
}: Props<Booking>) {
  return (
    <Card title="预约" actions={actions}>
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
                {booking.addedText && <CellNote>{booking.addedText}</CellNote>}
                <OfferLine offer={booking.offer} />
              </>
            ),
          },
          { key: 'project', header: '项目', render: (booking) => booking.projectName },
          { key: 'how', header: '方式', render: (booking) => <How booking={booking} /> },
          { key: 'stage', header: '状态', render: (booking) => <BookingBadge booking={booking} /> },
          { key: 'do', header: '操作', render: renderActions },
        ]}
      />
      {children}
    </Card>
  )
}

/** The link opens elsewhere; it is known to the customer from a day before. */
function How({ booking: { remote, videoUrl } }: { booking: ShownBooking }) {
  if (!remote) return '到场'
  return videoUrl ? (
    <a href={videoUrl} target="_blank" rel="noopener noreferrer">
      进入云视频
    </a>
  ) : (
    '云视频'
  )
}
