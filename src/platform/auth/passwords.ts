import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback)

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2

/** `argon2id$memory$passes$salt$hash`. The parameters are stored with the hash, so that later ones can be stronger while old hashes still verify. */
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

/** Takes as long as a real check, so that response times do not reveal which accounts exist. */
export async function verifyDummy(password: string): Promise<false> {
  await derive(password, Buffer.alloc(16), MEMORY_KIB, PASSES)
  return false
}

/**
 * libuv uses one small thread pool for hashing, for file reads and for authentication with the database. A flood of passwords must not
 * occupy all of it, or pages and new connections would wait.
 */
const MAX_PARALLEL = Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2)
let hashing = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  if (hashing >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve))
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
    // Hand the slot to the caller that has waited longest.
    const next = waiting.shift()
    if (next) next()
    else hashing -= 1
  }
}
