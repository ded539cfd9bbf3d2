import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { hashPassword, verifyDummy, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('are stored as argon2id with their parameters and their own salt, and match only themselves', async () => {
    const [one, other] = await Promise.all([hashPassword('a-good-password'), hashPassword('a-good-password')])
    expect(one).toMatch(/^argon2id\$19456\$2\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(other)
    expect(await verifyPassword('a-good-password', one)).toBe(true)
    expect(await verifyPassword('another-password', one)).toBe(false)
    for (const broken of ['', 'argon2id$$$$', 'md5$1$2$a$b']) expect(await verifyPassword('x', broken)).toBe(false)
  })

  it('files can still be read while many passwords are checked at once', async () => {
    let checked = 0
    const flood = Promise.all(Array.from({ length: 20 }, () => verifyDummy('x').then(() => (checked += 1))))
    await readFile(import.meta.filename)
    // If hashing could use every thread of the pool, the read would wait for nearly all of them.
    expect(checked).toBeLessThan(10)
    await flood
    expect(checked).toBe(20)
  })
})
