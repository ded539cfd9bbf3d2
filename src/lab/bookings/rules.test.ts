import { describe, expect, test } from 'vitest'
import { type Booking, bookingProblem, isGap, mayCancel, mayRebook, offerUntil, spanText, videoShown } from './rules.ts'

const at = (time: string) => new Date(`2026-03-${time}+08:00`)
const booking: Booking = { stage: 'booked', startsAt: at('05T10:00'), endsAt: at('05T12:00') }
const as = (stage: Booking['stage'], added?: Booking['added']): Booking => ({
  ...booking,
  stage,
  ...(added !== undefined && { added }),
})

test('a customer cancels until the day before, and only what holds its slot', () => {
  expect(mayCancel(booking, at('04T23:59'))).toBe(true)
  expect(mayCancel(booking, at('05T00:00'))).toBe(false)
  expect(mayCancel(as('requested'), at('04T12:00'))).toBe(true)
  for (const stage of ['ongoing', 'finished', 'cancelled', 'missed'] as const)
    expect([stage, mayCancel(as(stage), at('04T12:00'))]).toEqual([stage, false])
})

test('a booking is moved while it can be cancelled, when it does not hold, and when it is over', () => {
  expect(mayRebook(booking, at('04T12:00'))).toBe(true)
  expect(mayRebook(booking, at('05T09:00'))).toBe(false)
  expect(mayRebook(booking, at('05T11:59'))).toBe(false)
  expect(mayRebook(booking, at('05T12:00'))).toBe(true)
  for (const stage of ['cancelled', 'missed'] as const) expect(mayRebook(as(stage), at('05T09:00'))).toBe(true)
  for (const stage of ['ongoing', 'finished'] as const) expect(mayRebook(as(stage), at('06T09:00'))).toBe(false)
})

describe('an order cannot go on', () => {
  test('while a booking that it needs does not hold', () => {
    expect(bookingProblem([booking, as('cancelled')], at('04T12:00'))).toBe('missing')
    expect(bookingProblem([as('missed', 'quoted')], at('04T12:00'))).toBe('missing')
    expect(bookingProblem([booking, as('cancelled', 'free')], at('04T12:00'))).toBeUndefined()
    expect([isGap(as('finished')), isGap(as('missed', ''))]).toEqual([false, true])
  })

  test('when a booking is over and nobody has begun it', () => {
    expect(bookingProblem([booking], at('05T11:59'))).toBeUndefined()
    expect(bookingProblem([booking], at('05T12:00'))).toBe('over')
    expect(bookingProblem([as('finished'), booking], at('05T12:00'))).toBe('over')
    expect(bookingProblem([as('finished'), as('ongoing')], at('06T12:00'))).toBeUndefined()
  })
})

test('the link of a meeting is shown from a day before the slot until its end', () => {
  expect(videoShown(booking, at('04T09:59'))).toBe(false)
  expect(videoShown(booking, at('04T10:00'))).toBe(true)
  expect(videoShown(as('ongoing'), at('05T11:59'))).toBe(true)
  expect(videoShown(booking, at('05T12:00'))).toBe(false)
  expect(videoShown(as('cancelled'), at('05T10:00'))).toBe(false)
})

test('another time is answered within two days, and an hour before it at the latest', () => {
  expect(offerUntil(at('09T10:00'), at('05T10:00'))).toEqual(at('07T10:00'))
  expect(offerUntil(at('06T10:00'), at('05T10:00'))).toEqual(at('06T09:00'))
})

test('the time of a booking is one day with two times', () => {
  expect(spanText(booking)).toBe('2026-03-05 10:00–12:00')
})
