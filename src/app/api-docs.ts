import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

interface Operation {
  summary: string
  description?: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: unknown; description?: string }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content: Record<string, { schema: unknown }> }>
}

/** `/api/docs` for people, `/api/docs/openapi.json` for tools. Plain HTML: it needs no script and no package. */
export function addApiDocs(server: FastifyInstance): void {
  let kept: { json: string; html: string } | undefined
  const documents = () => {
    if (!kept) {
      const document = openApiDocument()
      kept = { json: JSON.stringify(document, null, 2), html: page(document) }
    }
    return kept
  }
  server.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documents().json),
  )
  server.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(documents().html),
  )
}

const STYLE = `body{font:15px/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:960px;margin:0 auto;padding:24px 16px;color:#0c1b22;background:#f6f7f4}
h1{font-size:28px;line-height:1.4}h2{margin-top:40px;font-size:20px}details{background:#fff;border:1px solid #d6dddf;border-radius:8px;margin:8px 0}
summary{padding:10px 14px;cursor:pointer;overflow-wrap:anywhere}summary:focus-visible{outline:2px solid #0b6670;outline-offset:2px}
code,pre{font:13px/1.6 ui-monospace,Consolas,monospace}pre{margin:0;padding:12px 14px;overflow:auto;background:#eceFea;border-radius:6px}
.body{padding:0 14px 14px}b{display:inline-block;min-width:3.2em;color:#0b6670}a{color:#0b6670}`

function page(document: Record<string, unknown>): string {
  const info = document.info as { title: string; description: string }
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  const areas = (document.tags as { name: string; description: string }[]).map(({ name, description }) => {
    const calls = paths.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => call(path, method, operation)),
    )
    return calls.length === 0 ? '' : `<h2>${escape(description)} · ${calls.length}</h2>${calls.join('')}`
  })
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(info.title)}</title><style>${STYLE}</style>
<main><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p><p><a href="/api/docs/openapi.json">OpenAPI 3.1 文档（JSON）</a></p>${areas.join('')}</main></html>`
}

function call(path: string, method: string, operation: Operation): string {
  const input = operation.requestBody ? Object.values(operation.requestBody.content)[0]?.schema : operation.parameters
  const output = operation.responses['200']?.content['application/json']?.schema as
    | { properties?: { data?: unknown } }
    | undefined
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary><div class="body">
${operation.description ? `<p>${escape(operation.description)}</p>` : ''}<p>输入</p><pre tabindex="0">${escape(JSON.stringify(input, null, 2))}</pre><p>data</p><pre tabindex="0">${escape(JSON.stringify(output?.properties?.data, null, 2))}</pre></div></details>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
}
