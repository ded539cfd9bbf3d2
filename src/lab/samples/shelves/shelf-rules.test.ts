import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { overlaps, placeText, shelvedStages, standsOn } from './shelf-rules.ts'

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

it('the statements and the index of shelves name the stages of samples in the laboratory', () => {
  const stages = shelvedStages.map((stage) => `'${stage}'`).join(', ')
  for (const file of ['migrations/0054_samples.sql', 'src/lab/samples/shelves/shelf-store.ts'])
    expect(readFileSync(file, 'utf8')).toContain(`stage in (${stages})`)
})
