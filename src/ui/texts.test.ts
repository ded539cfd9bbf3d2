import { describe, expect, it } from 'vitest'
import { deadlineWords, spanWords } from './feedback/deadline.ts'
import { fileSizeText } from './inputs/file-input.tsx'
import { fenFromText, shortMoneyText, yuanText } from './text/money-text.ts'
import { pageSteps } from './tables/pagination.tsx'
import { longestMatch } from './shell/console-nav.tsx'

describe('texts of the kit', () => {
  it('reads yuan as typed into fen without floating point', () => {
    expect(fenFromText('19.99')).toBe(1999)
    expect(fenFromText('1,280.5')).toBe(128050)
    expect(fenFromText('１２８０元')).toBe(128000)
    expect(fenFromText('12.')).toBe(1200)
    expect(fenFromText('1.234')).toBeUndefined()
    expect(fenFromText('abc')).toBeUndefined()
    expect(fenFromText('')).toBeUndefined()
  })

  it('prints fen as typed text and as a short price', () => {
    expect(yuanText(128050)).toBe('1280.5')
    expect(yuanText(128000)).toBe('1280')
    expect(yuanText(105)).toBe('1.05')
    expect(yuanText(100000)).toBe('1000')
    expect(shortMoneyText(8000)).toBe('¥80')
    expect(shortMoneyText(8050)).toBe('¥80.50')
  })

  it('every amount survives being printed into an input and read back', () => {
    for (const fen of [0, 1, 10, 99, 100, 101, 110, 1000, 123456, 99999999])
      expect(fenFromText(yuanText(fen))).toBe(fen)
  })

  it('says a deadline in words and turns to overdue', () => {
    const deadline = new Date('2026-11-21T06:00:00Z')
    const at = (minutes: number) => deadlineWords(deadline, new Date(deadline.getTime() - minutes * 60_000))
    expect(at(80)).toEqual({ text: '还剩 1 小时 20 分', tone: 'ok' })
    expect(at(20)).toEqual({ text: '还剩 20 分钟', tone: 'soon' })
    expect(at(0.5).tone).toBe('soon')
    expect(at(-12)).toEqual({ text: '已超时 12 分钟', tone: 'overdue' })
    expect(spanWords(1440 * 2 + 60)).toBe('2 天 1 小时')
    expect(spanWords(1440 * 3 + 60)).toBe('3 天')
  })

  it('pages show the ends, the neighbours and what is left out', () => {
    expect(pageSteps(1, 3)).toEqual([1, 2, 3])
    expect(pageSteps(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
    expect(pageSteps(3, 10)).toEqual([1, 2, 3, 4, null, 10])
  })

  it('sizes of files', () => {
    expect(fileSizeText(900)).toBe('900 B')
    expect(fileSizeText(1536)).toBe('1.5 KB')
    expect(fileSizeText(5 * 1024 ** 2)).toBe('5.0 MB')
  })

  it('a record page marks its list in the console menu, not the overview', () => {
    expect(longestMatch(['/console', '/console/orders', '/console/order'], '/console/orders/12')).toBe(
      '/console/orders',
    )
    expect(longestMatch(['/console/orders'], '/console/ordersx')).toBeUndefined()
  })
})
