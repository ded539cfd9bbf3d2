import { fileTypeFromBuffer } from 'file-type'
import type { FastifyRequest } from 'fastify'
import { commonErrors, Refusal, refuse } from '../contract/refusal.ts'
import type { Services } from './ctx.ts'
import type { UploadedFile } from './handler.ts'

const SNIFFED_BYTES = 4100

/** Takes the text fields and the one file of a multipart request; the file is in the store when this returns. */
export async function receiveFile(
  services: Services,
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile }> {
  if (!request.isMultipart()) throw refuse(commonErrors.unsupportedMedia, '请以表单方式上传文件')
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  try {
    for await (const part of request.parts({
      limits: { files: 1, fields: 50, fieldSize: 100_000, fileSize: maxBytes + 1 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else file = await store(services, part.file, part.filename, maxBytes)
    }
    if (!file) throw refuse(commonErrors.invalid, '请选择要上传的文件')
    if (file.size === 0) throw refuse(commonErrors.invalid, '文件是空的，请重新选择')
    return { fields, file }
  } catch (error) {
    if (file) await services.files.remove(file.key)
    throw error
  }
}

/** Files were refused; the texts that came before them are kept, so that a form can be shown again as it was filled in. */
export class UploadRefusal extends Refusal {
  readonly fields: Record<string, unknown>

  constructor({ kind, message, data }: Refusal, fields: Record<string, unknown>) {
    super(kind, message, data)
    this.fields = fields
  }
}

/** Takes the text fields and up to `most` files. An empty file box of a form sends a part without name and content, which is no file. */
export async function receiveFiles(
  services: Services,
  request: FastifyRequest,
  { maxBytes, most }: { maxBytes: number; most: number },
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  const fields: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  try {
    for await (const part of request.parts({
      limits: { files: most + 1, fields: 50, fieldSize: 100_000, fileSize: maxBytes + 1 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (!part.filename) part.file.resume()
      else {
        const file = await store(services, part.file, part.filename, maxBytes)
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

export async function dropFiles(services: Services, files: readonly UploadedFile[]): Promise<void> {
  for (const file of files) await services.files.remove(file.key)
}

async function store(
  services: Services,
  source: NodeJS.ReadableStream,
  name: string,
  maxBytes: number,
): Promise<UploadedFile> {
  const stored = await services.files.put(source as never, maxBytes)
  return { ...stored, name: safeName(name), mime: await sniff(await services.files.head(stored.key, SNIFFED_BYTES)) }
}

/** The sender's name is only ever shown or sent as a download name: no folders, no control characters, at most 120 characters. */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).pop() ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const plain = last
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, '_')
    .replace(/^\.+/, '_')
    .trim()
  return plain.length <= 120 ? plain || '未命名' : `${plain.slice(0, 90)}…${plain.slice(-25)}`
}

/** What the bytes say. Text is text/plain whatever it claims, so that HTML or SVG never runs. */
async function sniff(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head)
  if (found) return found.mime === 'application/xml' ? 'text/plain' : found.mime
  return head.includes(0) ? 'application/octet-stream' : 'text/plain'
}
