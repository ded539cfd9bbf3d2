import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

// Secrets that the server has to read again, such as those of authenticator apps, stand in the database encrypted with the key of the
// operator (SECRETS_KEY), or in clear text when there is none. AES-256-GCM as in NIST SP 800-38D: 96 random bits of nonce, 128 bits of tag.

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ENCRYPTED = /^enc:([0-9a-f]{8}):([\w-]+)$/

declare const kept: unique symbol
/** A secret as it stands in the database: `enc:` with the id of its key, a colon and base64url, or clear text. */
export type KeptSecret = string & { readonly [kept]: true }

/** Columns with secrets, and the column that says whose they are. A secret is bound to table and owner: in the row of another owner it cannot be read. */
export interface SecretPlace {
  table: string
  /** The primary key. */
  key: string
  owner: string
  columns: readonly string[]
}

export interface SecretKey {
  /** The first 32 bits of its SHA-256, in hex: says which key a value needs, and nothing about the key. */
  id: string
  bytes: Buffer
}

type WithKeys = { config: Pick<Config, 'SECRETS_KEY'> }

/** A value is encrypted with a key that SECRETS_KEY does not name. */
export class MissingSecretKey extends Error {
  constructor(id: string) {
    super(`SECRETS_KEY lacks the key ${id}`)
  }
}

/** Every key of SECRETS_KEY; each of them can read. */
export function secretKeys({ config }: WithKeys): SecretKey[] {
  return config.SECRETS_KEY.filter((text) => text !== 'none').map(keyOf)
}

/** The key for what is written from now on: the first one, or undefined when the first is `none` or there is no key. */
export function writingKey({ config }: WithKeys): SecretKey | undefined {
  const [first] = config.SECRETS_KEY
  return first === undefined || first === 'none' ? undefined : keyOf(first)
}

export function keepSecret(ctx: WithKeys, place: SecretPlace, owner: number | string, secret: string): KeptSecret {
  const key = writingKey(ctx)
  if (!key) return secret as KeptSecret
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(boundTo(place, owner))
  const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `enc:${key.id}:${bytes.toString('base64url')}` as KeptSecret
}

/** Throws MissingSecretKey, and an error of Node when the value was changed or belongs to another owner. */
export function readSecret(ctx: WithKeys, place: SecretPlace, owner: number | string, kept: KeptSecret): string {
  const [, id, text = ''] = ENCRYPTED.exec(kept) ?? []
  if (id === undefined) return kept
  const key = secretKeys(ctx).find((each) => each.id === id)
  if (!key) throw new MissingSecretKey(id)
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(place, owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function keyOf(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64')
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

function boundTo({ table }: SecretPlace, owner: number | string): Buffer {
  return Buffer.from(`${table}:${owner}`)
}
