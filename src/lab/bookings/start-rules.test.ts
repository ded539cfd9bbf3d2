import { expect, it } from 'vitest'
import { startsOf } from './start-rules.ts'

const cell = (from: string, to: string, left: number, reason = left > 0 ? '' : '已约满') => ({
  from,
  to,
  left,
  bookable: reason === '',
  reason,
})

it('[F-38] a start time shows the free capacity of its whole length, and is closed when it includes a full half hour', () => {
  const day = [
    cell('08:30', '09:00', 1, '请至少提前 2 小时预约'),
    cell('09:00', '09:30', 2),
    cell('09:30', '10:00', 1),
    cell('10:00', '10:30', 0),
    cell('10:30', '11:00', 1),
  ]
  expect(startsOf(day, 60)).toEqual([
    { from: '08:30', label: '08:30–09:30 · 已截止', free: false },
    { from: '09:00', label: '09:00–10:00 · 余 1', free: true },
    { from: '09:30', label: '09:30–10:30 · 已满', free: false },
    { from: '10:00', label: '10:00–11:00 · 已满', free: false },
  ])
})
