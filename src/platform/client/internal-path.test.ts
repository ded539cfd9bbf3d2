import { describe, expect, it } from 'vitest'
import { internalPath } from './internal-path.ts'

describe('where a sign-in may lead', () => {
  it('[T-17] keeps paths of this site, with query and hash', () => {
    for (const path of ['/', '/member/order?stage=done&page=2', '/experiment/plan#top', '/list/新闻']) {
      expect(decodeURI(internalPath(path) ?? '')).toBe(path)
    }
  })

  it('[T-17] refuses everything that leads elsewhere', () => {
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
