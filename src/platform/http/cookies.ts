import type { Services } from './ctx.ts'

const PREFIX = '__Host-'

interface CookieFacts {
  value: string
  maxAgeSeconds: number
  sameSite: 'Lax' | 'Strict'
}

/**
 * The `set-cookie` header of a cookie that scripts cannot read. Over https its name has the prefix with which browsers take it from this host
 * only, with Secure and for all paths: a page on a subdomain or on http cannot put one of its own in its place.
 */
export function cookieHeader({ config }: Pick<Services, 'config'>, name: string, facts: CookieFacts): string {
  const { value, maxAgeSeconds, sameSite } = facts
  const [prefix, secure] = config.PUBLIC_URL?.startsWith('https:') ? [PREFIX, '; Secure'] : ['', '']
  return `${prefix}${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** The value of a cookie; over https only of the one with the prefix. */
export function cookieValue(
  { config }: Pick<Services, 'config'>,
  sent: string | undefined,
  name: string,
): string | undefined {
  return valueOf(sent, config.PUBLIC_URL?.startsWith('https:') ? PREFIX + name : name)
}

/** With or without the prefix, for values that prove nothing. */
export function anyCookieValue(sent: string | undefined, name: string): string | undefined {
  return valueOf(sent, PREFIX + name) ?? valueOf(sent, name)
}

function valueOf(sent: string | undefined, name: string): string | undefined {
  for (const part of (sent ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}
