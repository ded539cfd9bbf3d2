import type { Call, InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { putPart } from '../direct/direct-sender.ts'
import { KIND_BYTES, misnamedText } from '../kind-rules.ts'
import { partErrors } from './part-errors.ts'
import { checksumText } from './part-rules.ts'
import type {
  uploadCancel,
  uploadDirect,
  uploadFinish,
  uploadPart,
  uploadPartAddress,
  uploadState,
  uploadWire,
} from './part-contract.ts'
import type { z } from 'zod'

export type Upload = z.output<typeof uploadWire>

/** The calls of one side, customers or staff. */
export interface PartCalls {
  part: Call<(typeof uploadPart)['input'], (typeof uploadPart)['output']>
  state: Call<(typeof uploadState)['input'], (typeof uploadState)['output']>
  direct: Call<(typeof uploadDirect)['input'], (typeof uploadDirect)['output']>
  partAddress: Call<(typeof uploadPartAddress)['input'], (typeof uploadPartAddress)['output']>
  cancel: Call<(typeof uploadCancel)['input'], (typeof uploadCancel)['output']>
  finish: Call<(typeof uploadFinish)['input'], (typeof uploadFinish)['output']>
}

export type BeginUpload = (start: { name: string; size: number; fingerprint: string }) => Promise<Upload>

export interface SendHooks {
  signal: AbortSignal
  /** The upload was begun, or found to continue. */
  onBegun: (upload: Upload) => void
  /** Bytes of the file that the server has; `sent` of them were sent now. */
  onProgress: (done: number, sent: number) => void
  /** The network is away and sending continues by itself. */
  onWaiting: (waiting: boolean) => void
}

/**
 * Sends a file in parts, continuing where an earlier attempt ended. Waits out a lost network; stops with the signal. Where the store takes
 * parts itself they go there; when this browser cannot reach it, through the server.
 */
export async function sendInParts(file: File, calls: PartCalls, begin: BeginUpload, hooks: SendHooks): Promise<Upload> {
  // Known before gigabytes are sent. The server looks again.
  const misnamed = misnamedText(file.name, new Uint8Array(await bytesOf(file.slice(0, KIND_BYTES))))
  if (misnamed !== undefined) throw new ApiError(misnamed, 'misnamed', 415)
  const fingerprint = await fingerprintOf(file)
  const start = () => insist(() => begin({ name: file.name, size: file.size, fingerprint }), hooks)
  const { uploadNo } = await start()
  try {
    return await sendParts(file, calls, uploadNo, hooks, true)
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'storeUnreachable') throw error
    await insist(() => send(calls.cancel, { uploadNo }, { signal: hooks.signal }), hooks)
    return sendParts(file, calls, (await start()).uploadNo, hooks, false)
  }
}

async function sendParts(
  file: File,
  calls: PartCalls,
  uploadNo: string,
  hooks: SendHooks,
  mayBeDirect: boolean,
): Promise<Upload> {
  const { signal } = hooks
  const lasting = <T>(work: () => Promise<T>) => insist(work, hooks)
  let found: OutputOf<typeof uploadState> = await lasting(() => send(calls.state, { uploadNo }, { signal }))
  if (found.direct === 'offered' && mayBeDirect)
    found = await lasting(() => send(calls.direct, { uploadNo }, { signal }))
  hooks.onBegun(found)
  const isDirect = found.direct === 'yes'
  const { partBytes, partCount } = found
  const known = new Map(found.parts.map(({ part, sha256 }) => [part, sha256]))
  const put = isDirect ? storeSender(calls, signal) : serverSender(calls, signal)
  const whole = isDirect ? await wholeHash() : undefined
  const hashes: string[] = []
  let done = 0
  let sent = 0
  for (let part = 1; part <= partCount; part++) {
    const blob = file.slice((part - 1) * partBytes, part * partBytes)
    const bytes = await bytesOf(blob)
    const sha256 = await hashOf(bytes)
    whole?.update(new Uint8Array(bytes))
    signal.throwIfAborted()
    hashes.push(sha256)
    const there = known.get(part)
    // Another file under the same name, or the file was changed in between.
    if (there !== undefined && there !== sha256) throw refusalOf('partDiffers')
    if (there === undefined) {
      const report = (share: number) => hooks.onProgress(done + share * blob.size, sent + share * blob.size)
      await lasting(() => put({ uploadNo, part, sha256 }, blob, report))
      sent += blob.size
    }
    done += blob.size
    hooks.onProgress(done, sent)
  }
  const checksum = await hashOf(new TextEncoder().encode(checksumText(hashes)))
  const end = { uploadNo, checksum, ...(whole ? { sha256: hexOf(whole.digest()) } : {}) }
  return lasting(() => send(calls.finish, end, { signal }))
}

type SendPart = (input: InputOf<typeof uploadPart>, blob: Blob, onProgress: (share: number) => void) => Promise<unknown>

function serverSender(calls: PartCalls, signal: AbortSignal): SendPart {
  return (input, blob, onProgress) => send(calls.part, input, { signal, file: new File([blob], 'part'), onProgress })
}

const MOST_UNREACHABLE = 3

/** Each attempt gets a new address. A store that never answers, while our server does, is not reachable from here. */
function storeSender(calls: PartCalls, signal: AbortSignal): SendPart {
  let unreachable = 0
  return async (input, blob, onProgress) => {
    const address = await send(calls.partAddress, input, { signal })
    try {
      await putPart(address, blob, { signal, onProgress })
      unreachable = Number.NEGATIVE_INFINITY
    } catch (error) {
      if (error instanceof ApiError && error.error === 'network' && ++unreachable >= MOST_UNREACHABLE)
        throw new ApiError(error.message, 'storeUnreachable', 0)
      throw error
    }
  }
}

/** Of the whole file, part by part, which browsers cannot do themselves. */
async function wholeHash() {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256.create()
}

/** Recognises the file when it is chosen again. */
export function fingerprintOf({ name, size, lastModified }: File): Promise<string> {
  return hashOf(new TextEncoder().encode(`${name}\n${size}\n${lastModified}`))
}

async function bytesOf(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer()
  } catch {
    throw new ApiError('无法读取文件，它可能已被移动或修改，请重新选择', 'unreadable', 0)
  }
}

async function hashOf(bytes: BufferSource): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function hexOf(digest: Uint8Array): string {
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refusalOf(name: keyof typeof partErrors): ApiError {
  const { message, error, status } = partErrors[name]
  return new ApiError(message, error, status)
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000
const MOST_DAMAGED = 3

/** Repeats what failed for reasons that pass: a lost network, a server that restarts, a part damaged on the way. */
async function insist<T>(work: () => Promise<T>, { signal, onWaiting }: SendHooks): Promise<T> {
  let damaged = 0
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted()
    try {
      const answer = await work()
      onWaiting(false)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (['partDamaged', 'addressExpired'].includes(error.error) && ++damaged < MOST_DAMAGED) continue
      if (error.error !== 'network' && error.status < 500 && error.status !== 408) throw error
      onWaiting(true)
      await pause(pauseMs, signal)
    }
  }
}

/** Ends early when the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
