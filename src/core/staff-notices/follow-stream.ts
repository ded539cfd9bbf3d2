import { accessToken } from '../../platform/client/refresh.ts'

export interface BellState {
  unread: number
  /** The id of the newest unread notice; 0 when there is none. */
  newest: number
}

const AGAIN_MILLISECONDS = 5000
const AGAIN_AFTER_ERROR_MILLISECONDS = 30_000

/** The data of the complete events in `text`, and what is left of the last one. */
export function eventsIn(text: string): { data: string[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const data = blocks.flatMap((block) =>
    block.split('\n').flatMap((line) => (line.startsWith('data: ') ? line.slice(6) : [])),
  )
  return { data, rest }
}

/** Reads the stream until `signal` ends it, and opens it again when it closes. EventSource cannot send the token as a header. */
export async function followBell(
  path: string,
  signal: AbortSignal,
  onState: (state: BellState) => void,
): Promise<void> {
  while (!signal.aborted) {
    const closed = await readOnce(path, signal, onState).catch(() => false)
    await pause(closed ? AGAIN_MILLISECONDS : AGAIN_AFTER_ERROR_MILLISECONDS, signal)
  }
}

/** True when the server closed the stream in good order. */
async function readOnce(path: string, signal: AbortSignal, onState: (state: BellState) => void): Promise<boolean> {
  const token = await accessToken('staff')
  if (token === undefined || token === 'unreachable') return false
  const answer = await fetch(path, { headers: { token }, signal })
  if (!answer.ok || !answer.body) return false
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    const { data, rest } = eventsIn(text + value)
    text = rest
    for (const each of data) onState(JSON.parse(each) as BellState)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
