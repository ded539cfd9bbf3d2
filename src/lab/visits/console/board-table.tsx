import { type CSSProperties, type DragEvent, useRef, useState } from 'react'
import { cx } from '../../../ui/text/class-names.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { dayText, isOnDayLine, lanesOf, minuteOf, shareOfDay, startAt, weekdayText } from '../board/board-rules.ts'
import { Chip, DownChip, OfferChip, placed } from './board-chip.tsx'
import { type Board, type BoardBooking, type BoardRow, isMovable, mayStand, type Place, placeOf } from './board-view.ts'
import css from './board.module.css'

const hours = [
  '09:00',
  '10:00',
  '11:00',
  '12:00',
  '13:00',
  '14:00',
  '15:00',
  '16:00',
  '17:00',
  '18:00',
  '19:00',
  '20:00',
  '21:00',
]

interface Props {
  board: Board
  rows: readonly BoardRow[]
  movable: boolean
  onOpen: (booking: BoardBooking, to: Place) => void
}

interface Drag {
  booking: BoardBooking
  /** From its left edge, in pixels. */
  grabbed: number
}

/** Instruments as rows; one day as a line of hours, or the days of a week. */
export function BoardTable({ board, rows, movable, onOpen }: Props) {
  // Changing the table when a drag begins would end the drag in Chromium, so what is dragged is no state.
  const dragged = useRef<Drag>(undefined)
  const [over, setOver] = useState<Place & { minutes: number }>()
  const single = board.days.length === 1
  const release = () => {
    dragged.current = undefined
    setOver(undefined)
  }
  const targetOf = (event: DragEvent, row: BoardRow, date: string): (Place & { minutes: number }) | undefined => {
    const drag = dragged.current
    const instrumentId = row.instrument?.id ?? null
    if (!drag || !mayStand(drag.booking, instrumentId)) return undefined
    const { from } = placeOf(drag.booking)
    const minutes = minuteOf(drag.booking.endsAt.slice(11)) - minuteOf(from)
    if (!single) return { date, from, instrumentId, minutes }
    const track = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - drag.grabbed - track.left) / track.width
    return { date, from: startAt(share, minutes), instrumentId, minutes }
  }
  const dropsOn = (row: BoardRow, date: string) => ({
    onDragOver: (event: DragEvent) => {
      const to = targetOf(event, row, date)
      if (to) event.preventDefault()
      setOver((before) => (same(before, to) ? before : to))
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const [drag, to] = [dragged.current, targetOf(event, row, date)]
      release()
      if (drag && to && !same(placeOf(drag.booking), to)) onOpen(drag.booking, to)
    },
  })
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label="全部仪器的预约">
      <table className={cx(css.board, single ? css.day : css.week)}>
        <caption className="visually-hidden">{single ? dayText(board.days[0] ?? '') : '一周'}的预约</caption>
        <Head board={board} single={single} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.instrument?.id ?? 0} data-row={row.instrument?.instrumentNo ?? 'none'}>
              <th scope="row">
                <RowHead row={row} date={board.days[0] ?? ''} />
              </th>
              {board.days.map((date) => (
                <Cell
                  key={date}
                  row={row}
                  date={date}
                  now={board.now}
                  single={single}
                  over={
                    over && over.date === date && over.instrumentId === (row.instrument?.id ?? null) ? over : undefined
                  }
                  drops={dropsOn(row, date)}
                  renderChip={(booking) => (
                    <Chip
                      booking={booking}
                      movable={movable && isMovable(booking)}
                      onOpen={() => onOpen(booking, placeOf(booking))}
                      onDrag={(grabbed) => (dragged.current = { booking, grabbed })}
                      onRelease={release}
                    />
                  )}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function same(one: Place | undefined, other: Place | undefined): boolean {
  return one?.date === other?.date && one?.from === other?.from && one?.instrumentId === other?.instrumentId
}

function Head({ board, single }: { board: Board; single: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">仪器与使用率</th>
        {single ? (
          <th scope="col" className={css.hours}>
            <span className="visually-hidden">时段</span>
            {hours.map((hour) => (
              <span
                key={hour}
                className="num"
                aria-hidden="true"
                style={{ '--from': shareOfDay(hour) } as CSSProperties}
              >
                {hour}
              </span>
            ))}
          </th>
        ) : (
          board.days.map((day) => (
            <th key={day} scope="col" className={cx('num', day === board.now.slice(0, 10) && css.today)}>
              {weekdayText(day)} {Number(day.slice(5, 7))}月{Number(day.slice(8))}日
            </th>
          ))
        )}
      </tr>
    </thead>
  )
}

function RowHead({ row: { instrument }, date }: { row: BoardRow; date: string }) {
  if (!instrument)
    return (
      <>
        <span className={css.name}>未指定仪器</span>
        <span className={css.sub}>项目没有仪器，或有多台</span>
      </>
    )
  const { id, name, instrumentNo, keeper, obstacle, bookedMinutes, openMinutes } = instrument
  const share = openMinutes > 0 ? Math.round((bookedMinutes / openMinutes) * 100) : 0
  return (
    <>
      <SmartLink to={`/console/reservations/calendar?instrument=${id}&date=${date}`} className={css.name}>
        {name}
      </SmartLink>
      <span className={css.sub}>
        <span className="num">{instrumentNo}</span> {keeper}
      </span>
      {obstacle && <span className={css.obstacle}>{obstacle}</span>}
      <span className={css.usage}>
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
        <span className="visually-hidden">使用率 </span>
        <span className="num" title={`已约 ${bookedMinutes / 60} 小时，开放 ${openMinutes / 60} 小时`}>
          {openMinutes > 0 ? `${share}%` : '不开放'}
        </span>
      </span>
    </>
  )
}

interface CellProps {
  row: BoardRow
  date: string
  now: string
  single: boolean
  over: (Place & { minutes: number }) | undefined
  drops: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void }
  renderChip: (booking: BoardBooking) => React.ReactNode
}

/** One instrument on one day. */
function Cell({ row, date, now, single, over, drops, renderChip }: CellProps) {
  const [opens, closes] = [`${date} 00:00:00`, `${date} 23:59:59`]
  const within = (span: { startsAt: string; endsAt: string }) => span.startsAt < closes && span.endsAt > opens
  const items = [
    ...row.bookings
      .filter(within)
      .map((booking) => ({ ...timesIn(booking), key: `b${booking.id}`, content: renderChip(booking) })),
    ...row.offers
      .filter(within)
      .map((offer) => ({ ...timesIn(offer), key: `o${offer.id}`, content: <OfferChip offer={offer} /> })),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  const lanes = lanesOf(items)
  const downs = row.downtimes.filter(within)
  const style = { '--lanes': Math.max(1, ...lanes.map((lane) => lane + 1)) } as CSSProperties
  return (
    <td
      style={style}
      data-date={date}
      data-day={`${weekdayText(date)} ${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`}
      data-empty={items.length + downs.length === 0 || undefined}
      data-over={(over && !single) || undefined}
      {...drops}
    >
      {single && now.slice(0, 10) === date && isOnDayLine(now.slice(11, 16)) && (
        <span
          className={css.now}
          aria-hidden="true"
          style={{ '--from': shareOfDay(now.slice(11, 16)) } as CSSProperties}
        />
      )}
      {items.length + downs.length === 0 && <span className={css.none}>无预约</span>}
      <ul role="list" className={css.items}>
        {downs.map((down) => (
          <li key={down.startsAt} className={css.under} style={placed(date, down)}>
            <DownChip day={date} down={down} />
          </li>
        ))}
        {items.map(({ key, content, ...times }, index) => (
          <li key={key} style={placed(date, times, lanes[index])}>
            {content}
          </li>
        ))}
      </ul>
      {over && single && (
        <span
          className={css.ghost}
          aria-hidden="true"
          style={{ '--from': shareOfDay(over.from), '--span': over.minutes / 810 } as CSSProperties}
        >
          {over.from}
        </span>
      )}
    </td>
  )
}

function timesIn({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  return { startsAt, endsAt }
}
