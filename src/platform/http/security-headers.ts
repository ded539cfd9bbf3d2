import type { Services } from './ctx.ts'

const HSTS_SECONDS = 31_536_000

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
} as const

/** Adds HSTS when PUBLIC_URL is https, without includeSubDomains, because other services may use subdomains. */
export function securityHeaders({ config }: Pick<Services, 'config'>): Record<string, string> {
  return config.PUBLIC_URL?.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${HSTS_SECONDS}` }
    : SECURITY_HEADERS
}
