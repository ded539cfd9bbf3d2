import type { FastifyReply } from 'fastify'
import { policyHash } from './policy-hash.ts'

const STYLE = `body{font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:22em;margin:32px auto;padding:0 16px;color:#0c1b22;background:#ecefea}
h1{font-size:20px}button,.button{display:block;box-sizing:border-box;width:100%;min-height:48px;margin:12px 0;font:inherit;line-height:48px;padding:0;text-align:center;text-decoration:none;color:#fff;background:#0b6670;border:0;border-radius:6px;cursor:pointer}
.plain{color:#0b6670;background:#fff;box-shadow:inset 0 0 0 1px #0b6670}button:focus-visible,a:focus-visible{outline:2px solid #0b6670;outline-offset:2px}
.bubble{background:#fff;border-radius:10px;padding:12px 16px;overflow-wrap:anywhere}a{color:#0b6670}.button{color:#fff}
.amount{font-size:32px;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums}dl{margin:8px 0 0}dt{color:#4a5a60;font-size:14px}dd{margin:0 0 8px}`

const POLICY = `default-src 'none'; style-src ${policyHash(STYLE)}; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

/** A small page of the demo that stands for something outside the product, without scripts and not kept by anybody. */
export function sendDemoPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    })
    .send(
      `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapedHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    )
}

export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
