import type { FastifyInstance } from 'fastify'
import type { Call } from '../../platform/contract/call.ts'
import { policyHash } from '../../platform/http/policy-hash.ts'
import { curlOf, exampleOf, type InputSchema } from '../../core/api-keys/example-rules.ts'
import { scopeOf } from './api-scopes.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: unknown; description?: string }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

/**
 * `/api/docs` for people, `/api/docs/openapi.json` for tools; `/api/docs/keys.json` has only the calls that keys may make. Plain HTML, which
 * needs no script and no package.
 */
export function addApiDocs(server: FastifyInstance, calls: Call[]): void {
  let kept: { json: string; keys: string; html: string } | undefined
  const documents = () => {
    if (!kept) {
      const document = openApiDocument(calls)
      const ofKeys = openApiDocument(calls.filter(({ path }) => scopeOf(path) !== undefined))
      kept = { json: JSON.stringify(document, null, 2), keys: JSON.stringify(ofKeys), html: page(document) }
    }
    return kept
  }
  server.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documents().json),
  )
  server.get('/api/docs/keys.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documents().keys),
  )
  server.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src ${policyHash(STYLE)}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(documents().html),
  )
}

const STYLE = `body{font:15px/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:960px;margin:0 auto;padding:24px 16px;color:#0c1b22;background:#f6f7f4}
h1{font-size:28px;line-height:1.4}h2{margin-top:40px;font-size:20px}details{background:#fff;border:1px solid #d6dddf;border-radius:8px;margin:8px 0}
summary{padding:10px 14px;cursor:pointer;overflow-wrap:anywhere}summary:focus-visible{outline:2px solid #0b6670;outline-offset:2px}
code,pre{font:13px/1.6 ui-monospace,Consolas,monospace}pre{margin:0;padding:12px 14px;overflow:auto;background:#eceFea;border-radius:6px}
.body{padding:0 14px 14px}h3{font-size:15px;margin:14px 0 4px}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{border-top:1px solid #d6dddf;padding:4px 10px 4px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}b{display:inline-block;min-width:3.2em;color:#0b6670}a{color:#0b6670}`

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
<main><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p><p><a href="/api/docs/openapi.json">OpenAPI 3.1 文档（JSON）</a></p>${programs(paths)}${areas.join('')}</main></html>`
}

/** How a program begins, and the calls that its key may make. */
function programs(paths: [string, Record<string, Operation>][]): string {
  const rows = paths
    .filter(([path]) => scopeOf(path) !== undefined)
    .map(
      ([path, { post }]) =>
        `<tr><td><a href="#${escape(post?.operationId ?? '')}"><code>${escape(path)}</code></a></td><td>${escape(post?.summary ?? '')}</td><td><code>${escape(scopeOf(path) ?? '')}</code></td></tr>`,
    )
  if (rows.length === 0) return ''
  return `<h2>开放接口 · ${rows.length}</h2><p>密钥在会员中心“开放接口”中新建，也可以在那里试用。TypeScript 程序可使用客户端包 @mingxi/client：</p>
<pre>${escape(`const mingxi = new Mingxi({ baseUrl: 'https://本站地址', key: process.env.MINGXI_KEY })
const { list, total } = await mingxi.call('order/history', { page: 1, size: 20 })
for await (const order of mingxi.each('order/history', { tab: 'delivered' })) console.log(order.orderNo)`)}</pre>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col">接口</th><th scope="col">用途</th><th scope="col">权限范围</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** The command of a terminal, for calls of keys. */
function example(path: string, { parameters, requestBody }: Operation): string {
  if (scopeOf(path) === undefined) return ''
  const input = JSON.stringify(exampleOf((requestBody?.content['application/json']?.schema ?? {}) as InputSchema))
  const idempotent = parameters.some(({ name }) => name === 'Idempotency-Key')
  return `<h3>示例</h3><pre>${escape(curlOf(`https://本站地址${path}`, 'mx_live_…', input, idempotent))}</pre>`
}

function call(path: string, method: string, operation: Operation): string {
  const body = operation.requestBody && Object.entries(operation.requestBody.content)[0]
  const sent = [
    ...operation.parameters.map(({ name, in: place, required, schema, description }) => ({
      name: place === 'header' ? `${name}（请求头）` : name,
      required,
      schema: { ...(schema as Schema), ...(description ? { description } : {}) },
    })),
    ...(body ? fieldsOf(body[1].schema as Schema) : []),
  ]
  const output = operation.responses['200']?.content?.['application/json']?.schema as Schema | undefined
  const data = (output?.properties?.data ?? {}) as Schema
  return `<details id="${escape(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary><div class="body">
${operation.description ? `<p>${escape(operation.description)}</p>` : ''}<h3>输入${body ? `（${escape(body[0])}）` : ''}</h3>${table(sent)}<h3>data（${escape(typeOf(data))}）</h3>${table(fieldsOf(data))}${example(path, operation)}</div></details>`
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  additionalProperties?: Schema | boolean
  description?: string
  format?: string
  pattern?: string
  [bound: string]: unknown
}

interface Field {
  name: string
  required: boolean
  schema: Schema
}

/** Every field with its path, such as `samples[].name`. */
function fieldsOf(schema: Schema, above = ''): Field[] {
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const items = parts.flatMap((part) => (part.items ? fieldsOf(part.items, `${above}[]`) : []))
  const own = parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).flatMap(([key, inner]) => {
      const name = above === '' ? key : `${above}.${key}`
      return [{ name, required: part.required?.includes(key) ?? false, schema: inner }, ...fieldsOf(inner, name)]
    }),
  )
  return [...own, ...items]
}

function table(fields: Field[]): string {
  if (fields.length === 0) return '<p>无字段</p>'
  const rows = fields.map(
    ({ name, required, schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(typeOf(schema))}</td><td>${required ? '是' : '否'}</td><td>${escape(boundsOf(schema))}</td></tr>`,
  )
  return `<div class="wide" tabindex="0"><table><thead><tr><th scope="col">字段</th><th scope="col">类型</th><th scope="col">必有</th><th scope="col">说明</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const TYPES: Record<string, string> = {
  string: '文本',
  integer: '整数',
  number: '数',
  boolean: '是/否',
  object: '对象',
  array: '列表',
  null: '空',
}

function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' 或 ')
  if (schema.format === 'binary') return '文件'
  if (schema.items) return `${typeOf(schema.items)}的列表`
  const types = [schema.type ?? []].flat().map((type) => TYPES[type] ?? type)
  return types.join(' 或 ') || (schema.enum || 'const' in schema ? '固定值' : '任意')
}

const BOUNDS: Record<string, string> = {
  minLength: '最短',
  maxLength: '最长',
  minimum: '最小',
  maximum: '最大',
  minItems: '最少项数',
  maxItems: '最多项数',
  default: '缺省',
}

function boundsOf(schema: Schema): string {
  const choices = [schema, ...(schema.anyOf ?? [])].flatMap((part) => [
    ...(part.enum ?? []),
    ...('const' in part ? [part.const] : []),
  ])
  const bounds = Object.entries(BOUNDS)
    // The bounds of safe integers are no information.
    .filter(([key]) => schema[key] !== undefined && Math.abs(Number(schema[key])) !== Number.MAX_SAFE_INTEGER)
    .map(([key, label]) => `${label} ${JSON.stringify(schema[key])}`)
  return [
    schema.description ?? '',
    choices.length > 0 ? `取值 ${choices.map((value) => JSON.stringify(value)).join('、')}` : '',
    schema.pattern ? `格式 ${schema.pattern}` : '',
    ...bounds,
  ]
    .filter(Boolean)
    .join('；')
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
}
