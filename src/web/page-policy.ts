import { policyHash } from '../platform/http/policy-hash.ts'

interface PolicyInput {
  html: string
  /** The setting `imageBase`: a path of this site or the URL of another host. */
  imageBase: string
  /** The store that pages send files to, when they do so. */
  storeOrigin?: string | undefined
  development: boolean
}

/**
 * The content security policy of a page. Inline scripts, and the styles of elements in its HTML, are allowed by their hash, because a nonce in a
 * cached page would be the same for everyone. Styles that scripts set by `element.style` need no permission.
 */
export function contentSecurityPolicy({ html, imageBase, storeOrigin, development }: PolicyInput): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes('application/ld+json'))
    .map(([, , script]) => policyHash(script ?? ''))
  const scripts = development ? "'self' 'unsafe-inline'" : ["'self'", ...new Set(hashes)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `style-src-attr ${development ? "'unsafe-inline'" : ownStyles(html)}`,
    ["img-src 'self' data: blob:", ...imageOrigin(imageBase)].join(' '),
    ["connect-src 'self'", storeOrigin, development && 'ws:'].filter(Boolean).join(' '),
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Proxies take a header of 4 kB by default (nginx: `proxy_buffer_size`), and a hash has 53 bytes. Pages have up to 30 styles; with more, the later
 * ones are not applied, which is better than a page that does not arrive.
 */
const MOST_STYLES = 48

/** `'unsafe-hashes'` extends hashes to attributes; whoever injects another style than those of the page gets nothing. */
function ownStyles(html: string): string {
  const styles = new Set([...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style]) => unescaped(style ?? '')))
  const hashes = [...styles].slice(0, MOST_STYLES).map(policyHash)
  return hashes.length === 0 ? "'none'" : ["'unsafe-hashes'", ...hashes].join(' ')
}

/** React escapes these five in attributes. */
const ESCAPED: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }

function unescaped(attribute: string): string {
  return attribute.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (escaped) => ESCAPED[escaped] ?? escaped)
}

/** The other host that may serve images. Only its origin is used, so that a setting cannot inject anything into the policy. */
function imageOrigin(imageBase: string): string[] {
  const url = URL.canParse(imageBase) ? new URL(imageBase) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? [url.origin] : []
}
