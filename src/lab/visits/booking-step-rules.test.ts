import { expect, test } from 'vitest'
import { bookingSteps } from './booking-step-rules.ts'

const booking = { stage: 'booked' as const, startsAt: '2026-11-27 15:00:00', remote: false, offer: null }
const dayBefore = new Date('2026-11-26T10:00:00+08:00')
const duringIt = new Date('2026-11-27T15:10:00+08:00')

test('a booking that waits is confirmed first; one that is booked is moved', () => {
  expect(bookingSteps({ ...booking, stage: 'requested' }, { movable: true, now: dayBefore })).toEqual([
    'confirm',
    'offer',
    'drop',
  ])
  expect(bookingSteps(booking, { movable: true, now: dayBefore })).toEqual(['offer', 'drop'])
})

test('visitors who have arrived are begun with first, and only from that day on', () => {
  expect(bookingSteps(booking, { movable: false, now: duringIt })).toEqual(['begin', 'miss', 'drop'])
  expect(bookingSteps(booking, { movable: false, now: dayBefore })).toEqual(['drop'])
  expect(bookingSteps({ ...booking, stage: 'ongoing' }, { movable: false, now: duringIt })).toEqual(['finish'])
})

test('nobody is missed before the slot begins', () => {
  const before = new Date('2026-11-27T14:59:59+08:00')
  expect(bookingSteps(booking, { movable: true, now: before })).not.toContain('miss')
  expect(bookingSteps(booking, { movable: true, now: duringIt })).toContain('miss')
})

test('an offer that waits for the customer can only be withdrawn, not made twice', () => {
  const offer = { stage: 'offered' }
  const steps = bookingSteps({ ...booking, offer }, { movable: true, now: dayBefore })
  expect(steps[0]).toBe('withdraw')
  expect(steps).not.toContain('offer')
})

test('the link of a video can be given until the slot is over', () => {
  expect(bookingSteps({ ...booking, remote: true }, { movable: true, now: dayBefore })).toContain('video')
  expect(bookingSteps({ ...booking, remote: true, stage: 'finished' }, { movable: false, now: duringIt })).toEqual([])
})
