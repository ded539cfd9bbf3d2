import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { BookingBadge } from '../bookings/booking-badge.tsx'
import { deviceExtraTimes, reservationCancel, reservationList, reservationRebook } from '../bookings/contract.ts'
import { RebookDialog, type ShownBooking, spanOf } from './rebook-dialog.tsx'

type Booking = ShownBooking & { cancellable: boolean; rebookable: boolean }
type Props = {
  bookings: readonly Booking[]
  /** Reads of the order that a change makes stale. */
  refreshes: readonly Call[]
}

/** The slots of a customer's order: until the day before they are moved or given up, and one that was lost is booked again. */
export function OrderBookings({ bookings, refreshes }: Props) {
  const [open, setOpen] = useState<{ what: 'rebook' | 'cancel'; booking: Booking }>()
  const stale = [...refreshes, reservationList, deviceExtraTimes]
  const rebook = useAct(reservationRebook, { refreshes: stale })
  const cancel = useAct(reservationCancel, { refreshes: stale })
  const close = () => setOpen(undefined)
  if (bookings.length === 0) return null
  return (
    <Card title="预约">
      <Table
        caption="本单预约"
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
            render: (booking) => <Deeds booking={booking} onOpen={(what) => setOpen({ what, booking })} />,
          },
        ]}
      />
      {open?.what === 'rebook' && (
        <RebookDialog
          booking={open.booking}
          onClose={close}
          note="夜间与周日时段如需加收费用，请联系客户经理。"
          onChoose={async (time) => {
            await rebook.submit(time)
            toast.success('已提交新的时段，等待确认')
          }}
        />
      )}
      <ConfirmDialog
        open={open?.what === 'cancel'}
        onClose={close}
        title="取消预约"
        confirmLabel="取消预约"
        danger
        onConfirm={async () => {
          await cancel.submit({ id: open?.booking.id ?? 0 })
          toast.success('预约已取消，可重新预约')
        }}
      >
        时段将释放给其他客户，订单保留，可随时重新预约。如不再需要检测，请取消订单。
      </ConfirmDialog>
    </Card>
  )
}

function Deeds({ booking, onOpen }: { booking: Booking; onOpen: (what: 'rebook' | 'cancel') => void }) {
  if (!booking.rebookable && !booking.cancellable) return <>—</>
  return (
    <span className="cluster">
      {booking.rebookable && (
        <Button
          size="s"
          variant={booking.cancellable ? 'secondary' : 'primary'}
          aria-label={`${booking.cancellable ? '改期' : '重新预约'} ${booking.projectName}`}
          onClick={() => onOpen('rebook')}
        >
          {booking.cancellable ? '改期' : '重新预约'}
        </Button>
      )}
      {booking.cancellable && (
        <Button
          size="s"
          variant="quiet"
          aria-label={`取消预约 ${booking.projectName}`}
          onClick={() => onOpen('cancel')}
        >
          取消预约
        </Button>
      )}
    </span>
  )
}
