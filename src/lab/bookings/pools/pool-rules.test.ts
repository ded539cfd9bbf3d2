import { expect, it } from 'vitest'
import { fromShanghai } from '../../../platform/time.ts'
import { poolOfInstrument, poolOfProject, strayIn } from './pool-rules.ts'

const [sem, tem] = [1, 2]
const served = [
  { instrumentId: 11, rid: sem, shared: true },
  { instrumentId: 12, rid: tem, shared: true },
]
const span = (from: string, to: string) => ({
  startsAt: fromShanghai(`2026-03-10 ${from}`),
  endsAt: fromShanghai(`2026-03-10 ${to}`),
})
const before = (rid: number) => [{ rid, pool: poolOfProject(rid), ...span('10:00', '11:00') }]

it('a booking from before a change stands in the way on the instruments of its own project only, while it lasts', () => {
  const asked = span('10:30', '11:30')
  expect(strayIn(poolOfInstrument(11), sem, served, before(sem), asked)).toBe(true)
  expect(strayIn(poolOfInstrument(11), sem, served, before(tem), asked)).toBe(false)
  expect(strayIn(poolOfInstrument(11), sem, served, before(sem), span('11:00', '12:00'))).toBe(false)
})
