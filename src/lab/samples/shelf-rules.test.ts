import { expect, it } from 'vitest'
import { overlaps, placeText, standsOn } from './shelf-rules.ts'

it('a place is written one way, however it is typed', () => {
  expect(placeText(' ａ-03 － 02 ')).toBe('A-03-02')
  expect(placeText('其他：通风橱')).toBe('其他:通风橱')
})

it('a place belongs to one shelf only', () => {
  expect(standsOn('A-03-02', 'A-03')).toBe(true)
  expect(standsOn('A-030', 'A-03')).toBe(false)
  expect(overlaps('A', 'A-03')).toBe(true)
  expect(overlaps('A-03', 'A-04')).toBe(false)
})
