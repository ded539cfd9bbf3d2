import { createHash, randomUUID } from 'node:crypto'
import { checksumText } from '../../src/core/files/parts/part-rules.ts'
import type { Call } from '../../src/platform/contract/call.ts'

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
export const checksumOf = (hashes: string[]) => sha256(checksumText(hashes))

export class Refused extends Error {}

/** One call over HTTP. A refusal is `Refused`; a lost answer or a server that is going down is any other error. */
export async function post<T>(
  url: string,
  call: Call,
  input: Record<string, unknown>,
  { token, file }: { token: string; file?: Uint8Array<ArrayBuffer> },
): Promise<T> {
  const headers: Record<string, string> = { token, ...(call.idempotent ? { 'idempotency-key': randomUUID() } : {}) }
  let body: FormData | string
  if (file) {
    body = new FormData()
    for (const [name, value] of Object.entries(input)) body.append(name, String(value))
    body.append('file', new Blob([file]), 'part')
  } else {
    body = JSON.stringify(input)
    headers['content-type'] = 'application/json'
  }
  const response = await fetch(url + call.path, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) })
  const envelope = (await response.json()) as { code: number; error?: string; msg: string; data: T }
  if (envelope.code === 1) return envelope.data
  if (response.status < 500) throw new Refused(`${call.path} refused: ${envelope.error} ${envelope.msg}`)
  throw new Error(`${call.path} answered ${response.status}`)
}
