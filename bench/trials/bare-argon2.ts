import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Only argon2id with the parameters of src/platform/auth/passwords.ts: the upper limit of sign-ins. Prints hashes per second.
 * Run: node bench/trials/bare-argon2.ts [parallel] [seconds]
 */
const [width = 16, seconds = 4] = process.argv.slice(2).map(Number)
const derive = promisify(argon2)
const until = performance.now() + seconds * 1000
let done = 0
await Promise.all(
  Array.from({ length: width }, async () => {
    while (performance.now() < until) {
      await derive('argon2id', {
        message: 'a-benchmark-password',
        nonce: Buffer.alloc(16),
        parallelism: 1,
        tagLength: 32,
        memory: 19_456,
        passes: 2,
      })
      done += 1
    }
  }),
)
console.log((done / seconds).toFixed(1))
