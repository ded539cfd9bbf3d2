import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { briefMoment, minuteText, withoutThisYear } from './day-text.ts'

describe('a day in a list', () => {
  it('names the year only where it is another one, by the calendar of Shanghai', () => {
    const newYearInShanghai = new Date('2026-12-31T17:00:00Z')
    expect(withoutThisYear('2027-01-01 01:00', newYearInShanghai)).toBe('01-01 01:00')
    expect(withoutThisYear('2026-11-23 18:48', newYearInShanghai)).toBe('2026-11-23 18:48')
  })

  it('is written to the minute, and nothing is written where nothing happened', () => {
    expect(minuteText('1999-11-23 18:48:59')).toBe('1999-11-23 18:48')
    expect(minuteText(null)).toBeUndefined()
  })

  it('has its hour in a narrow column only in this year', () => {
    const now = new Date('2026-11-27T02:00:00Z')
    expect(briefMoment('2026-11-23 18:48:59', now)).toBe('11-23 18:48')
    expect(briefMoment('2025-11-23 18:48:59', now)).toBe('2025-11-23')
  })

  it('is how every screen writes one: none cuts the year off by itself', () => {
    const src = new URL('../..', import.meta.url).pathname
    const screens = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.includes('.test.'))
    expect(screens.length).toBeGreaterThan(500)
    expect(screens.filter((file) => readFileSync(src + file, 'utf8').includes('.slice(5, 16)'))).toEqual([])
  })
})
