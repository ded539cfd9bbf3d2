import { createHash, randomBytes } from 'node:crypto'

export type SessionKind = 'customer' | 'staff'

const PREFIX: Record<SessionKind, string> = { customer: 'c', staff: 's' }

/** An opaque token of 256 random bits. Its prefix is the kind, so that a token of one kind is never accepted as the other. */
export function newToken(kind: SessionKind): string {
  return asToken(kind, randomBytes(32).toString('base64url'))
}

/** Adds the prefix of this kind to 256 bits, random or derived. */
export function asToken(kind: SessionKind, bits: string): string {
  return `${PREFIX[kind]}_${bits}`
}

export function kindOf(token: string): SessionKind | undefined {
  return token.startsWith('c_') ? 'customer' : token.startsWith('s_') ? 'staff' : undefined
}

/** Only this hash of a token is stored. Tokens have 256 random bits, so a fast hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
