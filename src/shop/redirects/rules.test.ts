import { describe, expect, it } from 'vitest'
import { faultOfNew, faultOfOld, oldPath, pastedRows } from './rules.ts'

describe('addresses that moved', () => {
  it('are kept as a path without query, fragment and closing slash', () => {
    expect(['/a/b/', '/a/b?x=1', '/a/b#c', ' /a/b ', '/%E6%B5%8B'].map(oldPath)).toEqual([
      '/a/b',
      '/a/b',
      '/a/b',
      '/a/b',
      '/测',
    ])
  })

  it('are refused when they are no path of this site, the home page, or an area of the product', () => {
    for (const path of [
      '',
      'a',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      '/',
      '/%',
      '/console/x',
      '/api',
      '/member',
    ])
      expect([path, faultOfOld(path)]).toEqual([path, expect.any(String)])
    expect(faultOfOld('/consoles')).toBeUndefined()
  })

  it('never lead to another site', () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])
      expect([path, faultOfNew(path)]).toEqual([path, expect.any(String)])
    expect(faultOfNew('/project/1?type=2')).toBeUndefined()
  })

  it('are pasted as two columns, whatever separates them', () => {
    expect(pastedRows('/a\t/b\n\n/c, /d\r\n/e /f\n/g')).toEqual([
      { line: 1, from: '/a', to: '/b' },
      { line: 3, from: '/c', to: '/d' },
      { line: 4, from: '/e', to: '/f' },
      { line: 5, from: '/g', to: '' },
    ])
  })

  it('[Q-87] are pasted with or without the head of their table', () => {
    expect(pastedRows('旧地址\t新地址\n/a\t/b')).toEqual([{ line: 2, from: '/a', to: '/b' }])
    expect(pastedRows('a\t/b\n/c\t/d')).toHaveLength(2)
  })
})
