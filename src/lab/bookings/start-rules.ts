/** A half hour, as the call for a day answers it. */
interface Cell {
  from: string
  to: string
  left: number
  bookable: boolean
  reason: string
}

export interface Start {
  from: string
  /** `10:00–12:00 · 余 1`, or why it cannot be booked. */
  label: string
  free: boolean
}

/** The possible start times of a booking of the given length, each with its free capacity. */
export function startsOf(cells: readonly Cell[], minutes: number, stepMinutes = 30): Start[] {
  const needed = Math.max(1, Math.ceil(minutes / 30))
  const every = Math.max(1, Math.round(stepMinutes / 30))
  return cells.flatMap((cell, index) => {
    const span = cells.slice(index, index + needed)
    if (span.length < needed || index % every !== 0) return []
    const closed = span.find((part) => !part.bookable)
    const text = closed ? shortReason(closed) : `余 ${Math.min(...span.map((part) => part.left))}`
    return [{ from: cell.from, label: `${cell.from}–${span.at(-1)?.to} · ${text}`, free: closed === undefined }]
  })
}

function shortReason({ left, reason }: Cell): string {
  return left <= 0 ? '已满' : reason.startsWith('请至少提前') ? '已截止' : '不可约'
}
