import { describe, expect, it } from 'vitest'
import { internalPath } from './internal-path.ts'

describe('the target after a sign-in', () => {
  it('[T-17] accepts paths of this site, with query and hash', () => {
    for (const path of ['/', '/member/order?stage=done&page=2', '/experiment/plan#top', '/list/新闻']) {
      expect(decodeURI(internalPath(path) ?? '')).toBe(path)
    }
  })

  it('[T-17] refuses everything that leads to another site', () => {
    const elsewhere = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '\\\\evil',
      'https://evil.example',
      'javascript:alert(1)',
      'member',
      '',
      null,
    ]
    for (const given of elsewhere) expect([given, internalPath(given)]).toEqual([given, undefined])
  })
})
