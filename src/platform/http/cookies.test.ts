import { describe, expect, it } from 'vitest'
import type { Services } from './ctx.ts'
import { anyCookieValue, cookieHeader, cookieValue } from './cookies.ts'

const at = (PUBLIC_URL: string | undefined) => ({ config: { PUBLIC_URL } }) as unknown as Services
const facts = { value: 'x1', maxAgeSeconds: 60, sameSite: 'Strict' } as const

describe('a cookie', () => {
  it('over https belongs to this host alone, is secure and is read by its full name only', () => {
    const secure = at('https://lab.example')
    expect(cookieHeader(secure, 'key', facts)).toBe(
      '__Host-key=x1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    )
    expect(cookieValue(secure, 'key=planted; __Host-key=x1', 'key')).toBe('x1')
    expect(cookieValue(secure, 'key=planted', 'key')).toBeUndefined()
  })

  it('without https has its plain name, and scripts cannot read it either', () => {
    const plain = at(undefined)
    expect(cookieHeader(plain, 'key', facts)).toBe('key=x1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict')
    expect(cookieValue(plain, 'a=b; key=x1', 'key')).toBe('x1')
    expect(cookieValue(plain, undefined, 'key')).toBeUndefined()
  })

  it('that proves nothing is read under both names, that with the prefix first', () => {
    expect(anyCookieValue('key=a; __Host-key=b', 'key')).toBe('b')
    expect(anyCookieValue('xkey=a; key=b', 'key')).toBe('b')
    expect(anyCookieValue('', 'key')).toBeUndefined()
  })
})
