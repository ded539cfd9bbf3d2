import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { hashPassword, verifyNothing, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('are kept as argon2id with its settings, each with a salt of its own, and open for themselves alone', async () => {
    const [one, other] = await Promise.all([hashPassword('a-good-password'), hashPassword('a-good-password')])
    expect(one).toMatch(/^argon2id\$19456\$2\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(other)
    expect(await verifyPassword('a-good-password', one)).toBe(true)
    expect(await verifyPassword('another-password', one)).toBe(false)
    for (const broken of ['', 'argon2id$$$$', 'md5$1$2$a$b']) expect(await verifyPassword('x', broken)).toBe(false)
  })

  it('however many are checked at once, files are still read meanwhile', async () => {
    let checked = 0
    const flood = Promise.all(Array.from({ length: 20 }, () => verifyNothing('x').then(() => (checked += 1))))
    await readFile(import.meta.filename)
    // On the same threads, first come first served, it would have waited for nearly all of them.
    expect(checked).toBeLessThan(10)
    await flood
    expect(checked).toBe(20)
  })
})
