import type { FastifyReply } from 'fastify'
import { asPreviewed } from '../shop/editing/revisions/revision-view-actions.ts'
import { contentErrors } from '../shop/editing/errors.ts'
import { type Services, systemCtx } from '../platform/http/ctx.ts'

interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** In the frame of the editor the sentence is to be read too: another window of the same person may have ended this preview. */
const EXPIRED_HEADERS = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
}

/** Sends the real page with the content of a draft. It is not stored by the page cache, browsers or search engines. */
export async function sendPreview(
  services: Services,
  token: string,
  reply: FastifyReply,
  renderPage: (services: Services) => Promise<RenderedPage>,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  const shown = await asPreviewed(systemCtx(services), token, async (ctx, version) => ({
    page: await renderPage({ ...services, db: ctx.db }),
    version,
  }))
  if (!shown) {
    const { status, message } = contentErrors.previewExpired
    return reply.code(status).headers(EXPIRED_HEADERS).type('text/plain; charset=utf-8').send(message)
  }
  const { status, headers, body } = shown.page
  const { version } = shown
  const html = headers['content-type']?.startsWith('text/html') ? body.toString('utf8') : undefined
  const marked =
    version === null ? html && withoutScripts(html) : html?.replace('</body>', `${previewMark(version)}</body>`)
  return reply
    .code(status)
    .headers({ ...headers, ...(version === null ? framedBySelf(headers) : {}), 'cache-control': 'no-store' })
    .send(marked ?? body)
}

/** A marker after the root of React, so that the page itself is exactly what visitors would get. */
function previewMark(version: number): string {
  const style =
    'position:fixed;inset:auto auto 12px 12px;z-index:1000;padding:8px 14px;border-radius:6px;background:#7a3e00;color:#fff;font-size:14px'
  return `<div role="status" data-preview style="${style}">预览：第 ${version} 版，访客看不到</div>`
}

/** What is typed in a form is shown in a frame beside it; no other site may frame it. */
function framedBySelf(headers: Record<string, string>): Record<string, string> {
  const policy = headers['content-security-policy'] ?? ''
  return {
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  }
}

/**
 * Pages are complete without scripts. In the frame they would only act for a customer who is signed in on the same computer, and the
 * advice to switch scripts on is for visitors. Without scripts a browser loads lazy pictures at once, also the code that is only for
 * printing, which a page that is not published does not have.
 */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<noscript\b[^>]*>[\s\S]*?<\/noscript>/g, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replace(/<img\b[^>]*\bsrc="\/files\/detail-qr\/[^>]*>/g, '')
}
