import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { deviceExtraTimes, reservationCancel, reservationList, reservationRebook } from '../bookings/contract.ts'
import { BookingTable } from './booking-table.tsx'
import { RebookDialog, type ShownBooking } from './rebook-dialog.tsx'

type Booking = ShownBooking & { cancellable: boolean; rebookable: boolean }
type Props = {
  bookings: readonly Booking[]
  /** Reads to refresh after a change. */
  refreshes: readonly Call[]
}

/** For the customer: bookings can be moved or cancelled until the day before; a cancelled or missed one can be booked again. */
export function OrderBookings({ bookings, refreshes }: Props) {
  const [open, setOpen] = useState<{ what: 'rebook' | 'cancel'; booking: Booking }>()
  const stale = [...refreshes, reservationList, deviceExtraTimes]
  const rebook = useAct(reservationRebook, { refreshes: stale })
  const cancel = useAct(reservationCancel, { refreshes: stale })
  const close = () => setOpen(undefined)
  if (bookings.length === 0) return null
  return (
    <BookingTable
      bookings={bookings}
      caption="本单预约"
      renderActions={(booking) => <OwnBookingButtons booking={booking} onOpen={(what) => setOpen({ what, booking })} />}
    >
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
    </BookingTable>
  )
}

function OwnBookingButtons({ booking, onOpen }: { booking: Booking; onOpen: (what: 'rebook' | 'cancel') => void }) {
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
