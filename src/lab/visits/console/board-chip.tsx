import type { CSSProperties } from 'react'
import { cx } from '../../../ui/text/class-names.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { shareOfDay } from '../board/board-rules.ts'
import type { Board, BoardBooking } from './board-view.ts'
import css from './board.module.css'

interface Times {
  startsAt: string
  endsAt: string
}

/** `10:00–12:00` */
export function timesOf({ startsAt, endsAt }: Times): string {
  return `${startsAt.slice(11, 16)}–${endsAt.slice(11, 16)}`
}

/** Where a time of this day stands; what reaches over midnight is cut. */
export function placed(day: string, { startsAt, endsAt }: Times, lane = 0): CSSProperties {
  const from = startsAt < `${day} 00:00:00` ? 0 : shareOfDay(startsAt.slice(11, 16))
  const to = endsAt > `${day} 23:59:59` ? 1 : shareOfDay(endsAt.slice(11, 16))
  return { '--from': from, '--span': to - from, '--lane': lane } as CSSProperties
}

interface ChipProps {
  booking: BoardBooking
  movable: boolean
  onOpen: () => void
  onDrag: (grabbed: number) => void
  onRelease: () => void
}

/** A booking: when, who, what and its state. It opens its facts, and is dragged where it may be moved. */
export function Chip({ booking, movable, onOpen, onDrag, onRelease }: ChipProps) {
  const { customerName, projectName, orderNo, stage, stageName, remote } = booking
  const waits = booking.offer?.stage === 'offered'
  const state = waits ? '改期待答复' : `${stageName}${remote ? ' · 云视频' : ''}`
  return (
    <button
      type="button"
      className={cx(css.chip, css[stage])}
      draggable={movable}
      title={`${timesOf(booking)} ${customerName} ${projectName} ${orderNo} ${state}`}
      onClick={onOpen}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', orderNo)
        onDrag(event.clientX - event.currentTarget.getBoundingClientRect().left)
      }}
      onDragEnd={onRelease}
    >
      <span className={css.when}>{timesOf(booking)} </span>
      <b>{customerName} </b>
      <span>{projectName} </span>
      <OrderNumber>{orderNo}</OrderNumber>
      <span className={css.state}>{state}</span>
    </button>
  )
}

export function OfferChip({ offer }: { offer: Board['offers'][number] }) {
  return (
    <SmartLink
      to={`/console/orders/${offer.orderNo}`}
      className={cx(css.chip, css.offered)}
      title={`${timesOf(offer)} ${offer.customerName} ${offer.projectName} ${offer.orderNo} 改期提议，待客户答复`}
    >
      <span className={css.when}>{timesOf(offer)} </span>
      <b>{offer.customerName} </b>
      <span>{offer.projectName} </span>
      <OrderNumber>{offer.orderNo}</OrderNumber>
      <span className={css.state}>改期提议</span>
    </SmartLink>
  )
}

/** A booking of an hour is narrower than the number: it breaks behind the day. */
function OrderNumber({ children: no }: { children: string }) {
  return (
    <span className="num">
      <span style={{ display: 'inline-block', overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        {no.slice(0, 8)}
        <wbr />
        {no.slice(8)}
      </span>{' '}
    </span>
  )
}

export function DownChip({ day, down }: { day: string; down: Board['downtimes'][number] }) {
  const from = down.startsAt < `${day} 00:00:00` ? '' : down.startsAt.slice(11, 16)
  const to = down.endsAt > `${day} 23:59:59` ? '' : down.endsAt.slice(11, 16)
  const when = from || to ? `${from || '开门'}–${to || '关门'}` : '全天'
  return (
    <span className={css.down} title={`停机 ${when} ${down.reason}`}>
      <b>停机 </b>
      <span className={css.when}>{when} </span>
      <span>{down.reason}</span>
    </span>
  )
}
