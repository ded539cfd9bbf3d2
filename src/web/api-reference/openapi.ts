import { z } from 'zod'
import type { Call } from '../../platform/contract/call.ts'
import { apiScopes } from '../../core/api-keys/rules.ts'
import { commonErrors } from '../../platform/contract/refusal.ts'
import { version } from '../../platform/version.ts'
import { scopeOf } from './api-scopes.ts'

type Json = Record<string, unknown>

const AREAS: Record<Call['area'], string> = {
  open: '公开',
  auth: '客户（请求头 token）',
  staff: '员工（请求头 token）',
}

/** The OpenAPI 3.1 document of all calls, derived only from their declarations. */
export function openApiDocument(declared: Call[]): Json {
  const calls = declared.sort((a, b) => a.path.localeCompare(b.path))
  return {
    openapi: '3.1.0',
    info: {
      title: '明析科测 API',
      version,
      description:
        '每个接口都返回 {code, data, msg}：code 为 1 表示成功；为 0 时 msg 说明原因，error 是稳定的错误名。金额单位为分，时间为北京时间。',
    },
    servers: [{ url: '/', description: '本站' }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(calls.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call) }])),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'token',
          description: '登录接口返回的 token；客户与员工的不能混用',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            '客户在会员中心“开放接口”中新建的密钥 mx_live_…；每个接口注明所需的权限范围。应答头 request-id 是请求编号，可在密钥的调用记录中查到',
        },
      },
      schemas: { Refusal: refusalSchema() },
    },
  }
}

function operation(call: Call): Json {
  const input = schemaOf(call.input, 'input')
  return {
    tags: [call.area],
    operationId: `${call.area}_${call.name.replace(/\W+/g, '_')}`,
    summary: call.summary,
    description: descriptionOf(call),
    // Every operation states its security, so that none inherits a default.
    security: securityOf(call),
    parameters: parametersOf(call, input),
    requestBody: call.method === 'GET' ? undefined : { required: true, content: bodyContent(call, input) },
    responses: {
      200: {
        description: '成功，或可由用户纠正的拒绝（code 为 0）',
        content: { 'application/json': { schema: answerSchema(call) } },
      },
      ...(mayAskForProof(call)
        ? { 428: { description: '需要安全验证（ALTCHA）：解出答复中的 challenge，放入 proof 请求头后重试' } }
        : {}),
      '4XX': {
        description: '不可由用户纠正的拒绝：未登录 401、无权限 403、不存在 404、状态已变化 409、过于频繁 429',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
      default: {
        description: '拒绝',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function descriptionOf(call: Call): string | undefined {
  if (call.action) return `需要权限：${call.action}`
  const scope = call.area === 'auth' ? scopeOf(call.path) : undefined
  return scope && `可用开放接口密钥调用，权限范围：${scope}（${apiScopes[scope]}）`
}

/** Calls that are open to keys state the scope that a key needs. */
function securityOf(call: Call): Json[] {
  if (call.area === 'open') return []
  const scope = call.area === 'auth' ? scopeOf(call.path) : undefined
  return scope === undefined ? [{ token: [] }] : [{ token: [] }, { apiKey: [scope] }]
}

/** Calls with codes and passwords before sign-in, which a script might repeat thousands of times. */
function mayAskForProof(call: Call): boolean {
  return call.area === 'open' && call.method !== 'GET'
}

function parametersOf(call: Call, input: Json): Json[] {
  const headers = call.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
          description: '每次操作一个编号；同一编号重复提交只生效一次，并得到第一次的答复',
        },
      ]
    : []
  if (call.forGroup)
    headers.push({
      name: 'account',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^KT\\d{11}$' },
      description: `课题组编号：以该课题组的身份调用，须为${call.forGroup === 'owner' ? '所有者' : '所有者或管理员'}`,
    })
  if (mayAskForProof(call))
    headers.push({
      name: 'proof',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^[A-Za-z0-9+/=]+$' },
      description: '安全验证的答案，仅在答复 428 之后需要',
    })
  if (call.method !== 'GET') return headers
  const required = (input.required as string[] | undefined) ?? []
  const fields = Object.entries((input.properties ?? {}) as Record<string, Json>)
  return [
    ...headers,
    ...fields.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
  ]
}

function bodyContent(call: Call, input: Json): Json {
  if (!call.upload)
    return { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } }
  const properties = {
    ...(input.properties as Json | undefined),
    file: { type: 'string', format: 'binary', description: `不超过 ${call.upload.maxBytes} 字节` },
  }
  return { 'multipart/form-data': { schema: { ...input, properties } } }
}

function answerSchema(call: Call): Json {
  const data = schemaOf(call.output, 'output')
  return {
    type: 'object',
    required: ['code', 'data', 'msg'],
    properties: { code: { enum: [0, 1] }, data, msg: { type: 'string' } },
  }
}

function refusalSchema(): Json {
  return {
    type: 'object',
    required: ['code', 'data', 'msg', 'error'],
    properties: {
      code: { const: 0 },
      data: { type: 'null' },
      msg: { type: 'string', description: '给用户看的中文说明' },
      error: { type: 'string', description: `稳定的错误名，例如 ${Object.keys(commonErrors).join('、')}` },
      fields: { type: 'object', additionalProperties: { type: 'string' }, description: '各字段的第一条提示' },
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}
