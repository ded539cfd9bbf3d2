import { createHash } from 'node:crypto'
import type { Fault } from '../contract/noted-fault.ts'
import type { ErrorFacts } from '../log/error-facts.ts'
import { causesOf, errorText } from '../log/error-text.ts'
import type { Work } from '../observe/work.ts'

const LONGEST_STACK = 6000
const FRAMES_COMPARED = 5

/** A fault of the server. `said`: the words of the log line, for a fault outside of a call, page or job. */
export function serverFault(
  facts: ErrorFacts,
  { work, said, release }: { work: Work | undefined; said: string; release: string },
): Fault {
  const causes = causesOf(facts)
  const { type, code = '' } = causes.find((each) => each.code !== undefined) ?? facts
  const kind = work?.kind ?? 'process'
  const place = work?.name ?? said
  const compared = causes.flatMap((each) => [
    each.type,
    each.code ?? '',
    each.constraint ?? '',
    ...comparedFrames(each.stack),
  ])
  return {
    fingerprint: fingerprintOf([kind, place, ...compared]),
    kind,
    place,
    type,
    code,
    message: (facts.message ?? '').slice(0, 300),
    stack: errorText(facts).slice(0, LONGEST_STACK),
    release,
  }
}

/** A fault of a browser. Names of functions are shortened anew by each build, so only the files and the message tell whether it is the same. */
export function browserFault({
  type,
  message,
  stack,
  place,
  release,
}: Omit<Fault, 'fingerprint' | 'kind' | 'code'>): Fault {
  const files = comparedFrames(stack).map((frame) => frame.replace(/^at .*\(|^at |\)$/g, ''))
  const fingerprint = fingerprintOf(['browser', place, type, message, ...new Set(files)])
  return { fingerprint, kind: 'browser', place, type, code: '', message, stack, release }
}

/** The top frames of our own code, without what the next release changes: lines, columns and the hash in the name of a built file. */
function comparedFrames(stack: string): string[] {
  const frames = stack
    .split('\n')
    .filter(Boolean)
    .map((frame) => frame.replace(/:\d+:\d+(\)?)$/, '$1').replace(/-[\w-]{8}(?=\.m?js)/, ''))
  const own = frames.filter((frame) => /(?:^at |\()(?:src|build|assets)\//.test(frame))
  return (own.length > 0 ? own : frames).slice(0, FRAMES_COMPARED)
}

function fingerprintOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)
}
