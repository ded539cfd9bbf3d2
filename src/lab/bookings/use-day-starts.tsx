import { useEffect, useState } from 'react'
import type { DaySlot } from './day-slots.tsx'
import { type Start, startsOf } from './start-rules.ts'

export interface DayStarts {
  /** Undefined until a day is chosen and its slots are loaded. */
  starts: Start[] | undefined
  /** What is free on the day, or why that is not known. */
  text: string
}

type Day = { key: string; slots?: DaySlot[]; failed?: true }

/** The start times of a day with the free capacity of each. Loaded again for another day or instrument. */
export function useDayStarts(rid: number | undefined, date: string, minutes: number, stepMinutes = 30): DayStarts {
  const [day, setDay] = useState<Day>()
  const key = rid !== undefined && date !== '' ? `${rid} ${date}` : ''
  useEffect(() => {
    if (rid === undefined || date === '') return
    let left = false
    const keep = (found: Omit<Day, 'key'>) => {
      if (!left) setDay({ key: `${rid} ${date}`, ...found })
    }
    // Loaded only when a day is chosen, since most readers of a project page choose none.
    import('./day-slots.tsx')
      .then(({ loadDay }) => loadDay(rid, date))
      .then(
        (slots) => keep({ slots }),
        () => keep({ failed: true }),
      )
    return () => {
      left = true
    }
  }, [rid, date])
  if (key === '') return { starts: undefined, text: '' }
  if (day?.key !== key) return { starts: undefined, text: '正在查询余量…' }
  if (!day.slots) return { starts: undefined, text: '暂时查不到余量，提交订单时会再次核对' }
  const starts = startsOf(day.slots, minutes, stepMinutes)
  const free = starts.filter((start) => start.free).length
  return { starts, text: free > 0 ? `当日有 ${free} 个开始时间可约` : '当日已满，请选择其他日期' }
}
