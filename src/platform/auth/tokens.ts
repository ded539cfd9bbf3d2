import { createHash, randomBytes } from 'node:crypto'

export type SessionKind = 'customer' | 'staff'

const PREFIX: Record<SessionKind, string> = { customer: 'c', staff: 's' }

/** An opaque token of 256 random bits; its first letter tells the kind, so that one never passes for the other. */
export function newToken(kind: SessionKind): string {
  return asToken(kind, randomBytes(32).toString('base64url'))
}

/** 256 bits, however they came about, as a token of this kind. */
export function asToken(kind: SessionKind, bits: string): string {
  return `${PREFIX[kind]}_${bits}`
}

export function kindOf(token: string): SessionKind | undefined {
  return token.startsWith('c_') ? 'customer' : token.startsWith('s_') ? 'staff' : undefined
}

/** Tokens are kept only as this. They carry 256 random bits, so a plain hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
