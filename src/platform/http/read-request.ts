import type { FastifyRequest } from 'fastify'
import { commonErrors, refuse } from '../contract/refusal.ts'
import type { RequestInfo, Services } from './ctx.ts'
import { type Access, authorize, type IncomingCall } from './dispatch.ts'
import type { Handler } from './handler.ts'
import { partsOf, receiveFile, receiveFiles } from './upload.ts'
import { seenBy } from './seen-writes.ts'

/** Largest JSON or form body. Files are sent as multipart with their own limits. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The token, key and input of a call. A file is in the store when this returns. */
export async function readCall(
  services: Services,
  access: Access,
  handler: Handler,
  request: FastifyRequest,
  browser = '',
): Promise<IncomingCall> {
  const { call } = handler
  const common = {
    token: header(request, 'token'),
    authorization: header(request, 'authorization'),
    account: header(request, 'account'),
    idempotencyKey: header(request, 'idempotency-key'),
    request: { ...requestInfo(request), browser },
  }
  if (call.method === 'GET') return { ...common, raw: { ...(request.query as object) }, texts: true }
  if (call.upload?.maxFiles !== undefined && request.isMultipart()) {
    const { maxBytes, maxFiles: most } = call.upload
    const { fields, files } = await receiveFiles(services, request, { maxBytes, most })
    // A form without JavaScript cannot set a header, so its key is a field.
    const { idempotencyKey: key, ...raw } = fields
    const idempotencyKey = common.idempotencyKey ?? (typeof key === 'string' && key !== '' ? key : undefined)
    return { ...common, idempotencyKey, raw, texts: true, files }
  }
  if (call.upload && call.upload.maxFiles === undefined) {
    // Authorize before reading the file, so that nobody without permission can make the server store bytes.
    await authorize(services, access, call, common)
    if (call.idempotent && common.idempotencyKey === undefined) throw refuse(commonErrors.keyRequired)
    const { fields, file } = await receiveFile(services, request, call.upload)
    return { ...common, raw: fields, texts: true, file }
  }
  if (request.isMultipart()) return { ...common, raw: await textParts(request), texts: true }
  const texts = (header(request, 'content-type') ?? '').startsWith('application/x-www-form-urlencoded')
  return { ...common, raw: texts ? { ...(request.body as object) } : (request.body ?? {}), texts }
}

async function textParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for await (const part of partsOf(request, { files: 0, fields: 100, fieldSize: MAX_BODY_BYTES })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
  }
  return fields
}

export function requestInfo(request: FastifyRequest): RequestInfo {
  return {
    id: request.id,
    ip: request.ip,
    userAgent: header(request, 'user-agent') ?? '',
    browser: '',
    // Browsers send it over https and to this machine, and no script can set it.
    fromPage: header(request, 'sec-fetch-site') === 'same-origin',
    proof: header(request, 'proof') ?? '',
    seen: seenBy(header(request, 'cookie')),
  }
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
