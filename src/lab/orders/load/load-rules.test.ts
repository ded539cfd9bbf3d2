import { describe, expect, it } from 'vitest'
import { fromShanghai } from '../../../platform/time.ts'
import { capacityOf, groupsOf, loadOf, slackDays } from './load-rules.ts'

const time = { workingHours: '周一至周六 8:30-18:30' }
/** A Monday before the laboratory opens. */
const now = fromShanghai('2026-03-02 08:00')
const load = (
  due: Record<string, number>,
  perDay: number | null,
  downtimes: Parameters<typeof loadOf>[2]['downtimes'] = [[]],
) => loadOf(new Map(Object.entries(due)), perDay, { now, time, downtimes })
const shorts = (days: ReturnType<typeof load>) =>
  Object.fromEntries(days.flatMap(({ date, short }) => (short ? [[date.slice(8), short]] : [])))

describe('the load of the days to come', () => {
  it('reaches two weeks, without capacity on Sundays', () => {
    const days = load({}, 2)
    expect(days).toHaveLength(14)
    expect(days.filter(({ closed, capacity }) => closed && capacity === 0).map(({ date }) => date)).toEqual([
      '2026-03-08',
      '2026-03-15',
    ])
  })

  it('is too much where not everything promised until a day can be finished by then, until the rest is caught up', () => {
    expect(shorts(load({ '2026-03-03': 4 }, 2))).toEqual({})
    expect(shorts(load({ '2026-03-03': 7 }, 2))).toEqual({ '03': 3, '04': 1 })
    // Room of the days before is used.
    expect(shorts(load({ '2026-03-06': 10 }, 2))).toEqual({})
    expect(shorts(load({ '2026-03-06': 11 }, 2))).toEqual({ '06': 1 })
  })

  it('counts what is left of today, and the instruments of the group that work', () => {
    const noon = loadOf(new Map(), 2, { now: fromShanghai('2026-03-02 13:30'), time, downtimes: [[]] })
    expect(noon[0]?.capacity).toBe(1)
    const span = { startsAt: fromShanghai('2026-03-03 00:00'), endsAt: fromShanghai('2026-03-04 00:00') }
    expect(load({}, 2, [[span], []])[1]).toMatchObject({ capacity: 1, down: true })
    expect(load({}, 2, [[span]])[1]).toMatchObject({ capacity: 0, down: true })
  })

  it('is never called too much while the capacity is unknown', () => {
    expect(shorts(load({ '2026-03-03': 90 }, null))).toEqual({})
  })
})

it('capacity is a good day of the last sixty, at least one order, and unknown below ten orders', () => {
  expect(capacityOf([4, 5], now, time)).toBeNull()
  expect(capacityOf([4, 6], now, time)).toBe(1)
  expect(
    capacityOf(
      Array.from({ length: 52 }, (_, index) => (index < 40 ? 1 : 3)),
      now,
      time,
    ),
  ).toBe(3)
})

it('instruments that share a project are one group, also by way of a third', () => {
  const groups = groupsOf([
    { id: 5, label: 'A', rids: [1] },
    { id: 3, label: 'B', rids: [2] },
    { id: 4, label: 'C', rids: [9] },
    { id: 7, label: 'D', rids: [1, 2] },
  ])
  expect(groups.map(({ key, rids }) => [key, rids.toSorted()])).toEqual([
    ['i4', [9]],
    ['i3', [1, 2]],
  ])
})

it('slack is the working days until the promised day', () => {
  expect(slackDays(fromShanghai('2026-03-09 18:30'), now, time)).toBe(6)
  expect(slackDays(fromShanghai('2026-03-02 18:30'), now, time)).toBe(0)
})
