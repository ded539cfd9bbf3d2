import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { header } from '../../platform/http/read-request.ts'
import type { FileRow } from './actions.ts'
import { fileErrors } from './errors.ts'
import { contentDisposition, etagOf, rangeOf, servedType } from './rules.ts'

/** The bytes, or the range of them that the request asks for. The caller has checked who may read the file. */
export async function sendFile(
  ctx: Ctx,
  file: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const range = rangeOf(header(request, 'range'), file, header(request, 'if-range'))
  if (range === 'outside')
    return reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('')
  const bytes = await ctx.files.open(file.storageKey, range).catch(() => undefined)
  if (!bytes) throw refuse(fileErrors.fileMissing)
  await noteRead(ctx, file)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply
    .headers({
      'content-disposition': contentDisposition(file.name),
      'content-length': String(range ? range.end - range.start + 1 : file.size),
      'accept-ranges': 'bytes',
      etag: etagOf(file),
    })
    .type(servedType(file.mime))
    .send(bytes)
}

export function noteRead(ctx: Ctx, { id, purpose, attachedTo }: FileRow, bundle?: string): Promise<void> {
  return recordAudit(ctx, { action: 'file.download', subject: `file:${id}`, after: { purpose, attachedTo, bundle } })
}
