import type { IncomingMessage } from 'node:http'
import { fileTypeFromBuffer } from 'file-type'
import type { FastifyRequest } from 'fastify'
import type { UploadLimits } from '../contract/call.ts'
import { commonErrors, Refusal, refuse } from '../contract/refusal.ts'
import { scanFile } from '../scan/scan.ts'
import type { Services } from './ctx.ts'
import type { UploadedFile } from './handler.ts'

/** How much of a file is read for its type. */
export const SNIFFED_BYTES = 4100

/** Reads the text fields and the single file of a multipart request; the file is in the store when this returns. */
export async function receiveFile(
  services: Services,
  request: FastifyRequest,
  { maxBytes, piece }: UploadLimits,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile }> {
  if (!request.isMultipart()) throw refuse(commonErrors.unsupportedMedia, '请以表单方式上传文件')
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  try {
    for await (const part of partsOf(request, { files: 1, fields: 50, fieldSize: 100_000, fileSize: maxBytes + 1 })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else file = await storeUpload(services, part, { maxBytes, piece })
    }
    if (!file) throw refuse(commonErrors.invalid, '请选择要上传的文件')
    if (file.size === 0) throw refuse(commonErrors.invalid, '文件是空的，请重新选择')
    return { fields, file }
  } catch (error) {
    if (file) await dropFiles(services, [file])
    throw error
  }
}

/** Refuses the files and keeps the text fields that came before them, so that the form can be shown again as it was filled in. */
export class UploadRefusal extends Refusal {
  readonly fields: Record<string, unknown>

  constructor({ kind, message, data }: Refusal, fields: Record<string, unknown>) {
    super(kind, message, data)
    this.fields = fields
  }
}

/** Reads the text fields and up to `most` files. An empty file input sends a part without name and content, which is not a file. */
export async function receiveFiles(
  services: Services,
  request: FastifyRequest,
  { maxBytes, most }: { maxBytes: number; most: number },
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  const fields: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  try {
    for await (const part of partsOf(request, {
      files: most + 1,
      fields: 50,
      fieldSize: 100_000,
      fileSize: maxBytes + 1,
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (!part.filename) part.file.resume()
      else {
        const file = await storeUpload(services, part, { maxBytes })
        files.push(file)
        if (file.size === 0) throw refuse(commonErrors.invalid, `文件「${file.name}」是空的，请重新选择`)
        if (files.length > most) throw refuse(commonErrors.invalid, `附件最多${most}个`)
      }
    }
    return { fields, files }
  } catch (error) {
    await dropFiles(services, files)
    throw error instanceof Refusal ? new UploadRefusal(error, fields) : error
  }
}

/** RFC 2046 allows boundaries of 70 characters; the parser fails on those over 252. */
const LONGEST_CONTENT_TYPE = 250

/** The parts of a multipart body, in order. */
export function partsOf(request: FastifyRequest, limits: Record<string, number>) {
  if ((request.headers['content-type'] ?? '').length > LONGEST_CONTENT_TYPE) throw refuse(commonErrors.malformed)
  return request.parts({ limits })
}

/** An unwanted body up to this size is read to its end, so that its sender gets the answer. A larger one closes the connection. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/**
 * An answer may be complete before its request body has been read, as with a refused upload. While the rest is unread, the next request on
 * this connection of a proxy would get no answer. Node's `requestTimeout` ends a slow body.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let bytes = 0
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_DISCARDED_BYTES) request.socket.destroy()
  })
  request.resume()
}

/** Removes files. When that fails, it only logs a warning, and the sweeper removes them later. */
export async function dropFiles(
  services: Pick<Services, 'files' | 'log'>,
  files: readonly UploadedFile[],
): Promise<void> {
  for (const { key } of files)
    await services.files.remove(key).catch((err: unknown) => services.log.warn({ err, key }, 'a file was not removed'))
}

/** Stores and scans what was sent; the caller drops the bytes when nothing comes of it. */
export async function storeUpload(
  services: Services,
  { file, filename }: { file: NodeJS.ReadableStream; filename: string },
  { maxBytes, piece }: UploadLimits,
): Promise<UploadedFile> {
  const stored = await services.files.put(file as never, maxBytes)
  try {
    if (!piece) await refuseInfected(services, stored.key)
    return {
      ...stored,
      name: safeName(filename),
      mime: await typeOfBytes(await services.files.head(stored.key, SNIFFED_BYTES)),
    }
  } catch (error) {
    await services.files.remove(stored.key)
    throw error
  }
}

/** Nothing of an infected file stays, whatever the upload is for. A file that cannot be scanned is not taken as clean. */
async function refuseInfected(services: Services, key: string): Promise<void> {
  const verdict = await scanFile(services, () => services.files.open(key)).catch((err: unknown) => {
    services.log.error({ err }, 'the virus scanner did not answer')
    throw refuse(commonErrors.notScanned)
  })
  if (verdict.kind === 'infected') throw refuse(commonErrors.infected, `文件含有病毒（${verdict.signature}），已拒绝`)
  if (verdict.kind === 'tooLarge') throw refuse(commonErrors.unscannable)
}

/** A file name for display and downloads: without folders and control characters, at most 120 characters. */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).pop() ?? ''
  const plain = last
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, '_')
    .replace(/^\.+/, '_')
    .trim()
  return plain.length <= 120 ? plain || '未命名' : `${plain.slice(0, 90)}…${plain.slice(-25)}`
}

/** Both byte orders (TIFF 6.0, image file header). */
const TIFF_STARTS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]

/** Of these the first thousands of bytes may be all letters. */
const LETTERED = new Set(['application/pdf', 'application/rtf', 'application/postscript'])

/**
 * The type detected from the bytes. All text is text/plain, so that HTML or SVG is never executed; also a table that begins with the letters
 * of another type, such as MZ of a program or BM of a picture.
 */
export async function typeOfBytes(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head)
  if (found && !LETTERED.has(found.mime) && !hasControls(head)) return 'text/plain'
  if (found) return found.mime === 'application/xml' ? 'text/plain' : found.mime
  // The directory of a TIFF may stand at its end, which the library does not see.
  if (TIFF_STARTS.some((start) => head.subarray(0, 4).equals(start))) return 'image/tiff'
  return head.includes(0) ? 'application/octet-stream' : 'text/plain'
}

/** Other than tabs and ends of lines and pages. */
function hasControls(head: Buffer): boolean {
  return head.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d))
}
