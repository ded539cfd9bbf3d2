import { describe, expect, test } from 'vitest'
import { cellsOfDay, cellsOf, slotOf, slotProblem, surchargeFen, surchargeLines, timesOf } from './slot-rules.ts'

/** Monday 2026-03-02, 10:00 in Shanghai. */
const now = new Date('2026-03-02T02:00:00Z')
const slot = (date: string, from: string, minutes: number) => ({ date, from, minutes })

describe('a slot', () => {
  test('lies within the opening hours, in half hours', () => {
    expect(slotProblem(slot('2026-03-03', '08:30', 30), now)).toBeUndefined()
    expect(slotProblem(slot('2026-03-03', '21:30', 30), now)).toBeUndefined()
    expect(slotProblem(slot('2026-03-03', '08:30', 810), now)).toBeUndefined()
    for (const wrong of [
      slot('2026-03-03', '08:00', 30),
      slot('2026-03-03', '21:30', 60),
      slot('2026-03-03', '08:30', 840),
    ])
      expect([wrong, slotProblem(wrong, now)]).toEqual([wrong, '可预约时间为 08:30–22:00'])
    for (const wrong of [
      slot('2026-03-03', '09:15', 30),
      slot('2026-03-03', '09:00', 45),
      slot('2026-03-03', '09:00', 0),
      slot('2026-03-03', '09:00', -30),
    ])
      expect([wrong, slotProblem(wrong, now)]).toEqual([wrong, '时段应为半小时的整数倍'])
    expect(slotProblem(slot('', '', 30), now)).toBe('请选择日期和开始时间')
  })

  test('begins two hours from now at the earliest, and thirty days ahead at the latest', () => {
    expect(slotProblem(slot('2026-03-02', '12:00', 30), now)).toBeUndefined()
    expect(slotProblem(slot('2026-03-02', '11:30', 30), now)).toBe('请至少提前 2 小时预约')
    expect(slotProblem(slot('2026-04-01', '09:00', 30), now)).toBeUndefined()
    expect(slotProblem(slot('2026-04-02', '09:00', 30), now)).toBe('最多提前 30 天预约')
  })

  test('is the same after it was a booking', () => {
    const given = slot('2026-03-03', '18:30', 90)
    expect(slotOf(timesOf(given))).toEqual(given)
  })
})

describe('surcharges', () => {
  test('are counted by the half hour from 18:30, and on Sundays for every hour', () => {
    expect(surchargeLines(slot('2026-03-03', '17:30', 60))).toEqual([])
    expect(surchargeLines(slot('2026-03-03', '18:00', 120))).toEqual([
      { label: '夜间时段加收', quantity: 1.5, unit: '小时', unitFen: 10_000, amountFen: 15_000 },
    ])
    expect(surchargeLines(slot('2026-03-08', '18:00', 60)).map(({ label, amountFen }) => [label, amountFen])).toEqual([
      ['夜间时段加收', 5000],
      ['周日加收', 10_000],
    ])
  })

  test('of the half hours are those of the slot', () => {
    for (const each of [
      slot('2026-03-03', '17:00', 180),
      slot('2026-03-08', '17:00', 180),
      slot('2026-03-08', '09:00', 30),
    ])
      expect(cellsOf(each).reduce((sum, cell) => sum + cell.surchargeFen, 0)).toBe(surchargeFen(each))
    expect(surchargeFen(slot('2026-03-08', '17:00', 180))).toBe(45_000)
  })
})

test('a day has twenty-seven half hours that follow each other', () => {
  const cells = cellsOfDay('2026-03-03')
  expect(cells).toHaveLength(27)
  expect([cells[0]?.from, cells.at(-1)?.to]).toEqual(['08:30', '22:00'])
  for (const [n, cell] of cells.entries()) expect(cells[n + 1]?.from ?? '22:00').toBe(cell.to)
})
