import { lazy, Suspense, useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { formatFen } from '../../platform/money.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import {
  deviceExtraTimes,
  reservationAnswer,
  reservationCancel,
  reservationIcs,
  reservationList,
  reservationRebook,
} from '../bookings/contract.ts'
import { AddSlot, type SlotLine } from './added-slots/add-slot.tsx'
import { BookingTable } from './booking-table.tsx'
import { send } from '../../platform/client/transport.ts'
import { CalendarFileButton } from './calendar-file-button.tsx'
import type { ShownOffer } from './offer-line.tsx'
import type { ShownBooking } from './rebook-dialog.tsx'
import { spanOf } from './span-text.ts'

// Loaded when somebody moves a booking.
const RebookDialog = lazy(async () => ({ default: (await import('./rebook-dialog.tsx')).RebookDialog }))

type Booking = ShownBooking & { cancellable: boolean; rebookable: boolean; answerable: boolean }
type Props = {
  orderNo: string
  bookings: readonly Booking[]
  /** Lines to which a slot may be added now. */
  slotLines: readonly SlotLine[]
  /** Reads to refresh after a change. */
  refreshes: readonly Call[]
}

type Asked = 'rebook' | 'cancel' | 'accept' | 'decline'

/** For the customer: bookings can be moved or cancelled until the day before; a cancelled or missed one can be booked again. */
export function OrderBookings({ orderNo, bookings, slotLines, refreshes }: Props) {
  const [open, setOpen] = useState<{ what: Asked; booking: Booking }>()
  const stale = [...refreshes, reservationList, deviceExtraTimes]
  const rebook = useAct(reservationRebook, { refreshes: stale })
  const cancel = useAct(reservationCancel, { refreshes: stale })
  const answer = useAct(reservationAnswer, { refreshes: stale })
  const close = () => setOpen(undefined)
  if (bookings.length === 0) return null
  return (
    <BookingTable
      bookings={bookings}
      caption="本单预约"
      actions={slotLines.length > 0 && <AddSlot orderNo={orderNo} lines={slotLines} refreshes={stale} />}
      renderActions={(booking) => <OwnBookingButtons booking={booking} onOpen={(what) => setOpen({ what, booking })} />}
    >
      {open?.what === 'rebook' && (
        <Suspense>
          <RebookDialog
            booking={open.booking}
            onClose={close}
            note="夜间与周日时段如需加收费用，请联系客户经理。"
            onChoose={async (time) => {
              await rebook.submit(time)
              toast.success('已提交新的时段，等待确认')
            }}
          />
        </Suspense>
      )}
      {open?.booking.offer && (open.what === 'accept' || open.what === 'decline') && (
        <AnswerDialog
          booking={open.booking}
          offer={open.booking.offer}
          agree={open.what === 'accept'}
          onClose={close}
          onAnswer={(input) => answer.submit(input)}
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

interface AnswerProps {
  booking: Booking
  offer: NonNullable<ShownOffer>
  agree: boolean
  onClose: () => void
  onAnswer: (input: { offerId: number; agree: boolean; reason: string }) => Promise<unknown>
}

/** Asks before the answer is sent; a refusal may say why. */
function AnswerDialog({ booking, offer, agree, onClose, onAnswer }: AnswerProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={agree ? '同意改期' : '不同意改期'}
      confirmLabel={agree ? '同意改期' : '不同意改期'}
      reason={agree ? undefined : { label: '原因', maxLength: 200 }}
      onConfirm={async ({ reason }) => {
        await onAnswer({ offerId: offer.id, agree, reason })
        toast.success(agree ? '已改期' : '已答复，预约不变')
      }}
    >
      {agree
        ? `从 ${spanOf(booking)} 改到 ${spanOf(offer)}。${offer.extraFen > 0 ? `夜间与周日加收 ${formatFen(offer.extraFen)}，结算时计入。` : ''}`
        : `预约 ${spanOf(booking)}（${booking.stageName}）不变，提议的时段释放给其他客户。`}
    </ConfirmDialog>
  )
}

function OwnBookingButtons({ booking, onOpen }: { booking: Booking; onOpen: (what: Asked) => void }) {
  const { answerable } = booking
  const ended = booking.stage === 'cancelled' || booking.stage === 'missed'
  return (
    <span className="cluster">
      {!ended && (
        <CalendarFileButton
          label={`日历文件 ${booking.projectName}`}
          load={() => send(reservationIcs, { id: booking.id })}
        />
      )}
      {answerable && (
        <>
          <Button
            size="s"
            variant="primary"
            aria-label={`同意改期 ${booking.projectName}`}
            onClick={() => onOpen('accept')}
          >
            同意改期
          </Button>
          <Button size="s" aria-label={`不同意改期 ${booking.projectName}`} onClick={() => onOpen('decline')}>
            不同意
          </Button>
        </>
      )}
      {booking.rebookable && !answerable && (
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
