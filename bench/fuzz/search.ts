import { randomOf } from '../simulation/random.ts'
import { Coverage } from './coverage.ts'
import { mutated } from './mutate-bytes.ts'

export interface Target {
  name: string
  /** A part of the addresses of the sources that are followed. */
  watched: string
  seeds: readonly Buffer[]
  /** Reads the input. Throws only for a finding: what the reader refuses in its own words is caught here. */
  read: (input: Buffer) => void
}

export interface Finding {
  reason: string
  input: Buffer
}

export interface Searched {
  inputs: number
  corpus: number
  blocks: number
  findings: Finding[]
}

/** A reader that takes more time of the processor for 64 kB would hold up a worker. The clock would count what else the machine does. */
const MOST_MS = 2000

/** Keeps every input that reaches something new, and changes those again (decision 0124). One finding a place. */
export async function search(
  { watched, seeds, read }: Target,
  { seed, isOver }: { seed: number; isOver: (inputs: number, found: number) => boolean },
): Promise<Searched> {
  const random = randomOf(seed, watched)
  const coverage = new Coverage(watched)
  const corpus: Buffer[] = []
  const findings = new Map<string, Finding>()
  // What ran before is not of this search.
  await coverage.fresh()
  const attempt = async (input: Buffer) => {
    const reason = faultOf(read, input)
    if (reason !== undefined && !findings.has(placeIn(reason))) findings.set(placeIn(reason), { reason, input })
    return (await coverage.fresh()) > 0
  }
  let inputs = 0
  for (const each of seeds) {
    await attempt(each)
    corpus.push(each)
  }
  for (; !isOver(inputs, findings.size); inputs++) {
    // Newer ones more often: they are where something was found last.
    const at = Math.floor(corpus.length * Math.max(random.whole(0, 999), random.whole(0, 999)) * 0.001)
    const input = mutated(corpus[at] ?? Buffer.alloc(0), random.pick(corpus), random)
    if (await attempt(input)) corpus.push(input)
  }
  return { inputs, corpus: corpus.length, blocks: coverage.blocks, findings: [...findings.values()] }
}

function faultOf(read: Target['read'], input: Buffer): string | undefined {
  const began = process.threadCpuUsage()
  try {
    read(input)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const { user, system } = process.threadCpuUsage(began)
  const ms = (user + system) / 1000
  return ms > MOST_MS ? `slow: ${Math.round(ms)} ms for ${input.length} bytes` : undefined
}

/** The line that threw, without the message, which quotes the input. */
function placeIn(reason: string): string {
  return reason.startsWith('slow')
    ? 'slow'
    : (reason.split('\n').find((line) => line.trim().startsWith('at ')) ?? reason)
}
