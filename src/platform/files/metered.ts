import { createHash, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { commonErrors, refuse } from '../contract/refusal.ts'

export function newKey(): string {
  const name = randomBytes(16).toString('hex')
  return `${name.slice(0, 2)}/${name}`
}

/** A transform stream that counts and hashes the bytes; fails with tooLarge above the limit. */
export function meter(maxBytes: number) {
  const hash = createHash('sha256')
  const result = { size: 0, sha256: '' }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      result.size += chunk.length
      if (result.size > maxBytes)
        return next(refuse(commonErrors.tooLarge, `文件不能超过${Math.floor(maxBytes / 1024 / 1024)}MB`))
      hash.update(chunk)
      next(null, chunk)
    },
    flush(next) {
      result.sha256 = hash.digest('hex')
      next()
    },
  })
  return { stream, result }
}
