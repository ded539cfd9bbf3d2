import { createHash } from 'node:crypto'

/** How a content security policy names an inline script or style that it allows: `'sha256-…'` of its text (W3C, CSP level 3). */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
