import type { Services } from './ctx.ts'

const HSTS_SECONDS = 31_536_000

/** Of everything that sets no policy of its own. A worker runs under the policy of its script, so scripts get no more than this. */
const LEAST_POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Of answers of calls and of files: nothing in them is a page, whatever a browser makes of it. */
export const CLOSED_POLICY = `default-src 'none'; ${LEAST_POLICY}; sandbox`

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': LEAST_POLICY,
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
