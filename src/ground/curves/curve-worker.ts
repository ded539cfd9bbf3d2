/**
 * Runs as a process of its own: files of strangers are parsed where they can neither hold up the server nor fill its memory.
 * A worker thread would not do, since a thread that outgrows its heap in one step takes the whole process along.
 */
import { CurveRefused, type ParsedData } from './curve-rules.ts'
import { binaryRefusal, CurveReader } from './file-rules.ts'
import { encodingOf } from './number-rules.ts'

let decoder: TextDecoder | undefined
const reader = new CurveReader()
let refusal: string | null = null

process.on('message', (piece: Uint8Array | null) => {
  if (piece !== null) {
    attempt(() => take(piece))
    return process.send?.({ next: refusal === null })
  }
  const data = refusal === null ? attempt(finish) : undefined
  process.send?.({ data: data ?? null, refusal })
})
// The server ended or gave up.
process.on('disconnect', () => process.exit())

/** What a parser refuses is refused now and at every later try. */
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

function finish(): ParsedData | undefined {
  if (!decoder) return undefined
  reader.push(decoder.decode())
  return reader.end()
}
