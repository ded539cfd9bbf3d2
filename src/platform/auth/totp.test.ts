import { describe, expect, it } from 'vitest'
import { newReadableSecret, newTotpSecret, totpCodeAt, totpStep, totpUri } from './totp.ts'

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of authenticator apps', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at second %i it is the last six digits of the vector in RFC 6238', (second, code) => {
    expect(totpCodeAt(RFC_SECRET, new Date(second * 1000))).toBe(code)
  })

  it('accepts codes of one step before and after, and none further away', () => {
    const secret = newTotpSecret()
    const now = new Date('2026-03-02T02:00:10Z')
    const step = Math.floor(now.getTime() / 30_000)
    const at = (seconds: number) =>
      totpStep(secret, totpCodeAt(secret, new Date(now.getTime() + seconds * 1000)), 0, now)
    expect([at(-30), at(0), at(30)]).toEqual([step - 1, step, step + 1])
    expect([at(-60), at(60)]).toEqual([undefined, undefined])
  })

  it('a code is refused when its step or a later one was used', () => {
    const now = new Date('2026-03-02T02:00:10Z')
    const step = Math.floor(now.getTime() / 30_000)
    expect(totpStep(RFC_SECRET, totpCodeAt(RFC_SECRET, now), step - 1, now)).toBe(step)
    expect(totpStep(RFC_SECRET, totpCodeAt(RFC_SECRET, now), step, now)).toBeUndefined()
  })

  it('the key URI for apps contains the issuer and the account', () => {
    expect(totpUri('明析科测', 'wang@lab', 'ABC')).toBe(
      'otpauth://totp/%E6%98%8E%E6%9E%90%E7%A7%91%E6%B5%8B%3Awang%40lab?secret=ABC&issuer=%E6%98%8E%E6%9E%90%E7%A7%91%E6%B5%8B&algorithm=SHA1&digits=6&period=30',
    )
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newReadableSecret(2, 5)).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
  })
})
