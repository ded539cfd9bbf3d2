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

/** Adds HSTS when PUBLIC_URL is https. Other services may use subdomains without TLS, so only the operator can say that it is for them too. */
export function securityHeaders({ config }: Pick<Services, 'config'>): Record<string, string> {
  if (!config.PUBLIC_URL?.startsWith('https:')) return SECURITY_HEADERS
  const reach = config.HSTS_SUBDOMAINS ? '; includeSubDomains' : ''
  return { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${HSTS_SECONDS}${reach}` }
}
