/**
 * Runs as a separate process: untrusted files are parsed where they can neither block the server nor use up its memory. A worker thread is
 * not enough, because a thread that exceeds its heap in one step ends the whole process.
 */
import { CurveRefused, type ParsedData } from './curve-rules.ts'
import { binaryRefusal, CurveReader } from './file-rules.ts'
import { encodingOf } from './number-rules.ts'

/** The end of what is read, and with how many points of each curve the reader answers. */
export interface End {
  most: number
  /** The file goes on. */
  cut: boolean
}

let decoder: TextDecoder | undefined
const reader = new CurveReader()
let refusal: string | null = null

process.on('message', (message: Uint8Array | End) => {
  if (message instanceof Uint8Array) {
    attempt(() => take(message))
    return process.send?.({ next: refusal === null })
  }
  const data = refusal === null ? attempt(() => finish(message)) : undefined
  process.send?.({ data: data ?? null, refusal })
})
// The server ended or cancelled the reading.
process.on('disconnect', () => process.exit())

/** A file that a parser refuses is refused at every later try too. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CurveRefused)) throw error
    refusal = error.message
    return undefined
  }
}

function take(piece: Uint8Array): void {
  if (decoder === undefined) {
    const encoding = encodingOf(piece)
    if (encoding === undefined) throw new CurveRefused(binaryRefusal(piece))
    decoder = new TextDecoder(encoding)
  }
  reader.push(decoder.decode(piece, { stream: true }))
}

function finish(end: End): ParsedData | undefined {
  if (!decoder) return undefined
  reader.push(decoder.decode())
  return reader.end(end)
}
