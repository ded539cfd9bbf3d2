import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { DayButton } from '../../../ui/inputs/day-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormRow } from '../../../ui/inputs/form.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { BookingBadge } from '../../bookings/booking-badge.tsx'
import { staffReservationOffer } from '../../bookings/contract.ts'
import { staffReservationBoard, staffReservationPlace } from '../board/board-contract.ts'
import { dayText, minuteOf, startsFor } from '../board/board-rules.ts'
import { staffReservationList } from '../list-contract.ts'
import { timesOf } from './board-chip.tsx'
import { type Board, type BoardBooking, isMovable, type Place, placeOf } from './board-view.ts'

interface Props {
  booking: BoardBooking
  /** Where it was dropped, or where it stands. */
  to: Place
  board: Board
  movable: boolean
  onClose: () => void
}

const refreshes = [staffReservationBoard, staffReservationList]

/** The facts of a booking, and where it can be moved: the way of the keyboard, and the confirmation of a drag. */
export function BoardDialog({ booking, to, board, movable, onClose }: Props) {
  const [place, setPlace] = useState(to)
  const [failure, setFailure] = useState('')
  const offer = useAct(staffReservationOffer, { refreshes })
  const put = useAct(staffReservationPlace, { refreshes })
  const moves = movable && isMovable(booking)
  const now = placeOf(booking)
  const [later, elsewhere] = [
    place.date !== now.date || place.from !== now.from,
    place.instrumentId !== now.instrumentId,
  ]
  const chosen = booking.places.find((id) => id === place.instrumentId)
  const move = async () => {
    setFailure('')
    try {
      if (later) await offer.submit({ id: booking.id, date: place.date, from: place.from, instrumentId: chosen })
      else if (chosen !== undefined) await put.submit({ id: booking.id, instrumentId: chosen })
      toast.success(later ? '已发给客户，同意后改约' : '已换仪器')
      onClose()
    } catch (error) {
      setFailure((error as Error).message)
    }
  }
  const change = (part: Partial<Place>) => setPlace((before) => ({ ...before, ...part }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${booking.customerName} · ${booking.projectName}`}
      footer={
        <>
          <ButtonLink to={`/console/orders/${booking.orderNo}`}>查看订单</ButtonLink>
          {moves && (
            <Button
              variant="primary"
              busy={offer.busy || put.busy}
              aria-disabled={!later && !elsewhere}
              onClick={() => void move()}
            >
              {later || !elsewhere ? '发给客户' : '换仪器'}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <Facts booking={booking} board={board} />
        {moves && <PlaceFields booking={booking} board={board} place={place} onChange={change} />}
        {moves && <p>{noteOf(later, elsewhere)}</p>}
        {failure && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function noteOf(later: boolean, elsewhere: boolean): string {
  if (later) return '时长不变。客户同意后改约，此前两个时段都保留；夜间与周日加收的费用在核定结算金额时计入。'
  return elsewhere ? '时段不变，立即换到所选仪器，无需客户答复。' : '选择新的时段或仪器。'
}

function Facts({ booking, board }: { booking: BoardBooking; board: Board }) {
  const { offer } = booking
  return (
    <DescriptionList
      items={[
        { term: '订单号', value: <span className="num">{booking.orderNo}</span> },
        { term: '状态', value: <BookingBadge booking={booking} /> },
        { term: '时段', value: `${dayText(booking.startsAt.slice(0, 10))} ${timesOf(booking)}` },
        { term: '仪器', value: nameOf(board, booking.instrumentId) },
        { term: '方式', value: booking.remote ? '云视频' : '到场' },
        {
          term: '改期提议',
          value: offer ? `${offer.stageName}：${dayText(offer.startsAt.slice(0, 10))} ${timesOf(offer)}` : null,
        },
      ]}
    />
  )
}

interface FieldsProps {
  booking: BoardBooking
  board: Board
  place: Place
  onChange: (part: Partial<Place>) => void
}

function PlaceFields({ booking, board, place, onChange }: FieldsProps) {
  const minutes = minuteOf(booking.endsAt.slice(11)) - minuteOf(booking.startsAt.slice(11))
  const places = [...new Set([booking.instrumentId, ...booking.places])]
  return (
    <FormRow>
      <Field label="新日期" as="group">
        <DayButton label="新日期" value={place.date} onValue={(date) => onChange({ date })}>
          {dayText(place.date)}
        </DayButton>
      </Field>
      <Field label="开始时间">
        <Select
          value={place.from}
          onValue={(from) => onChange({ from })}
          options={startsFor(minutes).map((from) => ({ value: from, label: from }))}
        />
      </Field>
      {places.length > 1 && (
        <Field label="仪器">
          <Select
            value={place.instrumentId ?? 0}
            onValue={(id) => onChange({ instrumentId: id || null })}
            options={places.map((id) => ({ value: id ?? 0, label: nameOf(board, id) }))}
          />
        </Field>
      )}
    </FormRow>
  )
}

function nameOf(board: Board, id: number | null): string {
  const found = board.instruments.find((each) => each.id === id)
  return found ? `${found.name}（${found.instrumentNo}）` : '未指定'
}
