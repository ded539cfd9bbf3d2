import { createHash } from 'node:crypto'

interface PolicyInput {
  html: string
  /** The setting `imageBase`: a path of this site or the URL of another host. */
  imageBase: string
  /** The store that pages send files to, when they do so. */
  storeOrigin?: string | undefined
  development: boolean
}

/** The content security policy of a page. Inline scripts are allowed by their hash, because a nonce in a cached page would be the same for everyone. */
export function contentSecurityPolicy({ html, imageBase, storeOrigin, development }: PolicyInput): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes('application/ld+json'))
    .map(
      ([, , script]) =>
        `'sha256-${createHash('sha256')
          .update(script ?? '')
          .digest('base64')}'`,
    )
  const scripts = development ? "'self' 'unsafe-inline'" : ["'self'", ...new Set(hashes)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...imageOrigin(imageBase)].join(' '),
    ["connect-src 'self'", storeOrigin, development && 'ws:'].filter(Boolean).join(' '),
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The other host that may serve images. Only its origin is used, so that a setting cannot inject anything into the policy. */
function imageOrigin(imageBase: string): string[] {
  const url = URL.canParse(imageBase) ? new URL(imageBase) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? [url.origin] : []
}
