import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import {
  downDaysOf,
  isStopped,
  judged,
  type PastOrder,
  quantile,
  type Question,
  rangeOf,
  speedOf,
  tookOf,
} from './forecast-rules.ts'
import { leastPast } from './forecast-words-rules.ts'

const time = { workingHours: '周一至周六 8:30-18:30' }
/** A Monday. */
const monday = fromShanghai('2026-03-02 10:00')
const ten = [2, 2, 3, 3, 3, 4, 4, 5, 5, 6]

const asked = (change: Partial<Question> = {}): Question => ({
  ...{ now: monday, receivedAt: monday, took: ten, catalogueDays: 4, ahead: 0, perDay: null, down: [], time },
  ...change,
})
const told = (change: Partial<Question> = {}) => {
  const { method, expectedAt, latestAt, basedOn, downDays } = rangeOf(asked(change))
  return [method, basedOn, expectedAt && shanghaiDate(expectedAt), latestAt && shanghaiDate(latestAt), downDays]
}
const past = (orderId: number, received: string, data: string | null, urgent = false): PastOrder => ({
  ...{ orderId, rid: 1, urgent, receivedAt: fromShanghai(received) },
  dataAt: data === null ? null : fromShanghai(data),
})

describe('the expected day of data', () => {
  it('is the middle of what the last orders took, and the latest day is where nine of ten had come', () => {
    expect(told()).toEqual(['history', 10, '2026-03-05', '2026-03-07', 0])
    expect(quantile([3, 1, 2], 0.5)).toBe(2)
    expect(quantile([], 0.5)).toBeUndefined()
  })

  it('is the promise of the catalogue while fewer than ten orders are known, and says so', () => {
    expect(told({ took: ten.slice(1) })).toEqual(['catalogue', 0, '2026-03-06', '2026-03-06', 0])
    expect(told({ took: [], catalogueDays: null })).toEqual(['catalogue', 0, null, null, 0])
  })

  it('counts working days of the laboratory: no Sundays, no holidays', () => {
    const holiday = { ...time, exceptions: [{ date: '2026-03-04', hours: '', note: '假日' }] }
    expect(told({ time: holiday })).toEqual(['history', 10, '2026-03-06', '2026-03-09', 0])
  })

  it('is later where the queue takes longer than the usual one, of which the history knows', () => {
    expect(told({ ahead: 3, perDay: 1 })).toEqual(told())
    expect(told({ ahead: 8, perDay: 1 })).toEqual(['history', 10, '2026-03-11', '2026-03-13', 0])
    expect(told({ took: [], ahead: 8, perDay: 1 })).toEqual(['catalogue', 0, '2026-03-11', '2026-03-11', 0])
  })

  it('leaves out days to come on which no instrument works', () => {
    expect(told({ down: ['2026-03-03', '2026-03-04', '2026-03-08'] })).toEqual([
      'history',
      10,
      '2026-03-07',
      '2026-03-10',
      2,
    ])
  })

  it('compares an order at work with those that took as long as it has, and tells no day when none did', () => {
    expect(told({ now: fromShanghai('2026-03-06 09:00') })).toEqual(['history', 10, '2026-03-07', '2026-03-09', 0])
    expect(told({ now: fromShanghai('2026-03-20 09:00') })).toEqual(['history', 10, null, null, 0])
    expect(told({ took: [], now: fromShanghai('2026-03-20 09:00') })).toEqual(['catalogue', 0, null, null, 0])
  })

  it('is never earlier with more orders ahead or with more downtime, and never in the past', () => {
    const days = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 0, maxLength: 40 })
    const range = fc.record({
      took: days,
      ahead: fc.nat(30),
      more: fc.nat(30),
      perDay: fc.option(fc.double({ min: 0.1, max: 5, noNaN: true })),
      down: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 6 }),
      waited: fc.nat(12),
    })
    fc.assert(
      fc.property(range, ({ took, ahead, more, perDay, down, waited }) => {
        const now = addDays(monday, waited)
        const dates = down.map((ahead) => shanghaiDate(addDays(now, ahead)))
        const first = rangeOf(asked({ now, took, ahead, perDay }))
        for (const other of [
          rangeOf(asked({ now, took, ahead: ahead + more, perDay })),
          rangeOf(asked({ now, took, ahead, perDay, down: dates })),
        ]) {
          expect(other.expectedAt === null).toBe(first.expectedAt === null)
          expect(Number(other.expectedAt)).toBeGreaterThanOrEqual(Number(first.expectedAt))
          expect(Number(other.latestAt)).toBeGreaterThanOrEqual(Number(first.latestAt))
          expect(Number(other.latestAt)).toBeGreaterThanOrEqual(Number(other.expectedAt))
        }
        if (first.expectedAt) expect(first.expectedAt.getTime()).toBeGreaterThan(now.getTime())
      }),
    )
  })
})

describe('what the past says', () => {
  const orders = Array.from({ length: 30 }, (_, index) =>
    past(index, '2026-02-02 10:00', `2026-02-${String(4 + (index % 3)).padStart(2, '0')} 15:00`),
  )

  it('of urgent orders counts for urgent ones from ten on, otherwise of all', () => {
    const urgent = orders.slice(0, leastPast).map((order) => ({ ...order, urgent: true, dataAt: order.receivedAt }))
    expect(tookOf([...orders, ...urgent], true, time)).toEqual(urgent.map(() => 0))
    expect(tookOf([...orders, ...urgent.slice(1)], true, time)).toHaveLength(39)
    expect(tookOf([past(1, '2026-02-02 10:00', null)], false, time)).toEqual([])
  })

  it('gives the speed of the queue from five finished orders on, each counted once', () => {
    expect(speedOf(orders, monday, time)).toBeCloseTo(30 / 36)
    expect(speedOf([...orders, ...orders], monday, time)).toBeCloseTo(30 / 36)
    expect(speedOf(orders.slice(0, 4), monday, time)).toBeNull()
    expect(speedOf(orders, addDays(monday, 90), time)).toBeNull()
  })

  it('judges the method by orders that it did not know, and counts one at work as missed once its range is over', () => {
    const later = [
      past(100, '2026-02-16 10:00', '2026-02-18 10:00'),
      past(101, '2026-02-16 10:00', '2026-02-26 10:00'),
      past(102, '2026-02-16 10:00', null),
      past(103, '2026-03-02 09:00', null),
    ]
    expect(judged([...later, ...orders], monday, time)).toEqual({ orders: 3, kept: 1 })
    expect(judged(orders, monday, time)).toEqual({ orders: 0, kept: 0 })
  })
})

describe('instruments', () => {
  const usable = { stage: 'usable', calibrationDue: null, calibrationRule: 'warn', downtimes: [] } as const
  const down = (from: string, to: string) => ({
    ...usable,
    downtimes: [{ startsAt: fromShanghai(from), endsAt: fromShanghai(to), reason: '维护' }],
  })

  it('a day is lost when each is down for half of it', () => {
    const first = down('2026-03-03 00:00', '2026-03-05 12:00')
    expect(downDaysOf([first], monday, time)).toEqual(['2026-03-03', '2026-03-04'])
    expect(downDaysOf([first, down('2026-03-04 08:30', '2026-03-04 13:30')], monday, time)).toEqual(['2026-03-04'])
    expect(downDaysOf([first, usable], monday, time)).toEqual([])
    expect(downDaysOf([], monday, time)).toEqual([])
  })

  it('no day can be told while all of them are stopped; a planned downtime is no stop', () => {
    expect(isStopped([{ ...usable, stage: 'stopped' }], monday)).toBe(true)
    expect(isStopped([{ ...usable, stage: 'stopped' }, usable], monday)).toBe(false)
    expect(isStopped([down('2026-03-02 08:00', '2026-03-03 08:00')], monday)).toBe(false)
    expect(isStopped([], monday)).toBe(false)
  })
})
