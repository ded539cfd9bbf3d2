import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { SmartLink } from '../../../ui/text/link.tsx'
import type { Week, WeekBooking } from './week.ts'
import css from './calendar.module.css'

export interface Target {
  date: string
  from: string
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日']
const steps: Record<string, [day: number, row: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

interface Props {
  week: Week
  movable: boolean
  onMove: (booking: WeekBooking, to: Target) => void
}

/** Days as columns, half hours as rows. While a booking is picked up, every half hour is a button. */
export function CalendarGrid({ week, movable, onMove }: Props) {
  const [picked, setPicked] = useState<WeekBooking>()
  // Changing the grid when a drag begins would end the drag in Chromium, so what is dragged is no state.
  const dragged = useRef<WeekBooking>(undefined)
  const [over, setOver] = useState('')
  const grid = useRef<HTMLTableElement>(null)
  const focus = (day: number, row: number) =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${day} ${row}"]`)?.focus()
  const drop = (date: string, from: string) => {
    const booking = dragged.current ?? picked
    if (booking) onMove(booking, { date, from })
    release()
  }
  const release = () => {
    dragged.current = undefined
    setOver('')
    setPicked(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!picked) return
    if (event.key === 'Escape') {
      // The half hour that had the focus is gone afterwards.
      grid.current?.querySelector<HTMLElement>(`[data-booking="${picked.id}"]`)?.focus()
      return setPicked(undefined)
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const at = (event.target as HTMLElement).dataset.cell ?? placeOf(week, picked)
    const [day = 0, row = 0] = at.split(' ').map(Number)
    focus(
      Math.min(week.days.length - 1, Math.max(0, day + step[0])),
      Math.min(week.cells.length - 1, Math.max(0, row + step[1])),
    )
  }
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label="一周的预约">
      <p className="visually-hidden" role="status">
        {picked && `已拿起 ${picked.projectName}，用方向键选择时段，回车放下，Esc 取消`}
      </p>
      {/* The keys work on the buttons inside. */}
      <table ref={grid} className={css.grid} onKeyDown={onKeyDown}>
        <caption className="visually-hidden">一周预约</caption>
        <thead>
          <tr>
            <th scope="col">时间</th>
            {week.days.map((day, index) => (
              <th key={day} scope="col" className="num">
                周{weekdays[index]} {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.cells.map(({ from, to }, row) => (
            <tr key={from}>
              <th scope="row" className="num">
                {from}
              </th>
              {week.days.map((date, day) => (
                <HalfHour
                  key={date}
                  week={week}
                  time={{ date, from, to }}
                  over={over === `${date} ${from}`}
                  onDragOver={(event) => {
                    if (!dragged.current) return
                    event.preventDefault()
                    setOver(`${date} ${from}`)
                  }}
                  onDrop={(event) => {
                    event.preventDefault()
                    drop(date, from)
                  }}
                  first={row === 0}
                  renderChip={(booking) => (
                    <Chip
                      key={booking.id}
                      booking={booking}
                      movable={movable && isMovable(booking)}
                      picked={picked?.id === booking.id}
                      onPick={() => setPicked(picked?.id === booking.id ? undefined : booking)}
                      onDrag={() => (dragged.current = booking)}
                      onRelease={release}
                    />
                  )}
                >
                  {picked && (
                    <button
                      type="button"
                      data-cell={`${day} ${row}`}
                      className={css.target}
                      onClick={() => drop(date, from)}
                    >
                      <span className="visually-hidden">
                        放到 {date} {from}
                      </span>
                    </button>
                  )}
                </HalfHour>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HalfHourProps {
  week: Week
  time: { date: string; from: string; to: string }
  /** Whether a booking is dragged over it. */
  over: boolean
  /** The first of the day. */
  first: boolean
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
  renderChip: (booking: WeekBooking) => ReactNode
  children: ReactNode
}

/** What takes a half hour of a day; each booking is written where it begins. */
function HalfHour({ week, time, over, first, onDragOver, onDrop, renderChip, children }: HalfHourProps) {
  const [starts, ends] = [`${time.date} ${time.from}:00`, `${time.date} ${time.to}:00`]
  const overlaps = (span: { startsAt: string; endsAt: string }) => span.startsAt < ends && span.endsAt > starts
  const here = week.bookings.filter(overlaps)
  const offered = week.offers.filter(overlaps)
  const down = week.downtimes.find(overlaps)
  const look = down ? css.down : here.length > 0 ? css.taken : offered.length > 0 ? css.offered : undefined
  return (
    <td className={look} data-over={over || undefined} onDragOver={onDragOver} onDrop={onDrop}>
      {down && <span className={css.reason}>{down.startsAt >= starts || first ? `停机：${down.reason}` : ''}</span>}
      {here.filter((booking) => booking.startsAt >= starts).map(renderChip)}
      {offered
        .filter((offer) => offer.startsAt >= starts)
        .map((offer) => (
          <span key={offer.id} className={css.chip}>
            <span>{`${timesOf(offer)} ${offer.projectName}（改期提议，待客户答复）`}</span>
            <SmartLink to={`/console/orders/${offer.orderNo}`}>{offer.orderNo}</SmartLink>
          </span>
        ))}
      {children}
    </td>
  )
}

interface ChipProps {
  booking: WeekBooking
  movable: boolean
  picked: boolean
  onPick: () => void
  onDrag: () => void
  /** A drag has ended, also outside the grid. */
  onRelease: () => void
}

function Chip({ booking, movable, picked, onPick, onDrag, onRelease }: ChipProps) {
  const text = `${timesOf(booking)} ${booking.projectName}（${booking.stageName}${booking.remote ? '，云视频' : ''}）`
  return (
    <span className={css.chip}>
      {movable ? (
        <button
          type="button"
          draggable
          data-booking={booking.id}
          aria-pressed={picked}
          onDragStart={(event) => {
            // Firefox drags nothing without data.
            event.dataTransfer.setData('text/plain', booking.orderNo)
            onDrag()
          }}
          onDragEnd={onRelease}
          onClick={onPick}
        >
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
      <SmartLink to={`/console/orders/${booking.orderNo}`}>{booking.orderNo}</SmartLink>
    </span>
  )
}

function timesOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  return `${startsAt.slice(11, 16)}–${endsAt.slice(11, 16)}`
}

/** One proposal at a time: the open one is withdrawn first. */
function isMovable({ movable, stage, offer }: WeekBooking): boolean {
  return movable && offer?.stage !== 'offered' && stage !== 'ongoing' && stage !== 'finished'
}

/** The cell in which a booking begins. */
function placeOf({ days, cells }: Week, { startsAt }: WeekBooking): string {
  return `${days.indexOf(startsAt.slice(0, 10))} ${cells.findIndex(({ from }) => from === startsAt.slice(11, 16))}`
}
