import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback)

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2

/** `argon2id$memory$passes$salt$hash`, so that stronger settings can come later without locking anyone out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, MEMORY_KIB, PASSES)
  return ['argon2id', MEMORY_KIB, PASSES, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** A password, or its hash when several accounts get the same one. */
export type NewPassword = { password: string } | { passwordHash: string }

export function hashOf(given: NewPassword): Promise<string> | string {
  return 'passwordHash' in given ? given.passwordHash : hashPassword(given.password)
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [name, memory, passes, salt, expected] = stored.split('$')
  if (name !== 'argon2id' || !memory || !passes || !salt || !expected) return false
  const hash = await derive(password, Buffer.from(salt, 'base64url'), Number(memory), Number(passes))
  const wanted = Buffer.from(expected, 'base64url')
  return hash.length === wanted.length && timingSafeEqual(hash, wanted)
}

/** Takes as long as a real check, so that an unknown account answers no faster than a known one. */
export async function verifyNothing(password: string): Promise<false> {
  await derive(password, Buffer.alloc(16), MEMORY_KIB, PASSES)
  return false
}

/**
 * Node hashes on the few threads on which it also reads files and proves itself to the database. A flood of passwords must not fill them:
 * pages and new connections would wait behind it.
 */
const LANES = Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2)
let hashing = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  if (hashing >= LANES) await new Promise<void>((go) => waiting.push(go))
  else hashing += 1
  try {
    return (await argon2('argon2id', {
      message: password.normalize('NFC'),
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory,
      passes,
    })) as Buffer
  } finally {
    // The lane goes straight to whoever has waited longest.
    const next = waiting.shift()
    if (next) next()
    else hashing -= 1
  }
}
