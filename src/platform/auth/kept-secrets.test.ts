import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { keepSecret, type KeptSecret, MissingSecretKey, readSecret, secretKeys, writingKey } from './kept-secrets.ts'

const place = { table: 'staff', key: 'id', owner: 'id', columns: ['totp_secret'] }
const newKey = () => randomBytes(32).toString('base64')
const [first, second] = [newKey(), newKey()]
const withKeys = (...keys: string[]) => ({ config: { SECRETS_KEY: keys } })
const SECRET = 'JBSWY3DPEHPK3PXP'

describe('a kept secret', () => {
  it('is encrypted, differs each time, and is read again', () => {
    const ctx = withKeys(first)
    const [one, other] = [keepSecret(ctx, place, 7, SECRET), keepSecret(ctx, place, 7, SECRET)]
    expect(one).toMatch(new RegExp(`^enc:${secretKeys(ctx)[0]?.id}:[\\w-]+$`))
    expect(one).not.toContain(SECRET)
    expect(one).not.toBe(other)
    const [, , text = ''] = one.split(':')
    expect(Buffer.from(text, 'base64url')).toHaveLength(12 + SECRET.length + 16)
    expect([one, other].map((kept) => readSecret(ctx, place, 7, kept))).toEqual([SECRET, SECRET])
  })

  it('cannot be read in the row of another owner or of another table', () => {
    const ctx = withKeys(first)
    const kept = keepSecret(ctx, place, 7, SECRET)
    expect(() => readSecret(ctx, place, 8, kept)).toThrow()
    expect(() => readSecret(ctx, { ...place, table: 'webhooks' }, 7, kept)).toThrow()
  })

  it('cannot be read when any part of it was changed or cut off', () => {
    const ctx = withKeys(first)
    const kept = keepSecret(ctx, place, 7, SECRET)
    const [, id, text = ''] = kept.split(':')
    const bytes = Buffer.from(text, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => readSecret(ctx, place, 7, `enc:${id}:${changed.toString('base64url')}` as KeptSecret)).toThrow()
    }
    const short = bytes.subarray(0, -1).toString('base64url')
    expect(() => readSecret(ctx, place, 7, `enc:${id}:${short}` as KeptSecret)).toThrow()
  })

  it('is read with any key of the list, written with the first, and names the key that is missing', () => {
    const kept = keepSecret(withKeys(first), place, 7, SECRET)
    const both = withKeys(second, first)
    expect(readSecret(both, place, 7, kept)).toBe(SECRET)
    expect(keepSecret(both, place, 7, SECRET)).toContain(`enc:${writingKey(withKeys(second))?.id}:`)
    expect(() => readSecret(withKeys(second), place, 7, kept)).toThrow(MissingSecretKey)
    expect(() => readSecret(withKeys(), place, 7, kept)).toThrow(String(secretKeys(withKeys(first))[0]?.id))
  })

  it('is clear text without a key and with none as the first, and clear text is read with a key', () => {
    expect(keepSecret(withKeys(), place, 7, SECRET)).toBe(SECRET)
    expect(keepSecret(withKeys('none', first), place, 7, SECRET)).toBe(SECRET)
    expect(secretKeys(withKeys('none', first))).toEqual(secretKeys(withKeys(first)))
    expect(readSecret(withKeys(first), place, 7, SECRET as KeptSecret)).toBe(SECRET)
    expect(readSecret(withKeys('none', first), place, 7, keepSecret(withKeys(first), place, 7, SECRET))).toBe(SECRET)
  })
})

describe('SECRETS_KEY', () => {
  it('takes keys of 32 bytes and none in the first place', () => {
    expect(readConfig({ SECRETS_KEY: ` ${first}, ${second}` }).SECRETS_KEY).toEqual([first, second])
    expect(readConfig({ SECRETS_KEY: `none,${first}` }).SECRETS_KEY).toEqual(['none', first])
    expect(readConfig({}).SECRETS_KEY).toEqual([])
    for (const wrong of ['password', randomBytes(31).toString('base64'), first.slice(0, -1), `${first},none`])
      expect(() => readConfig({ SECRETS_KEY: wrong })).toThrow(/SECRETS_KEY/)
  })
})
