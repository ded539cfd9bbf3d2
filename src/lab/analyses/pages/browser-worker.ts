/** Runs in the browser beside the page: a fit takes seconds, and typing must not wait for it. */
import { analysed } from '../../../core/analysis/asked-rules.ts'
import type { Curve } from '../../../core/analysis/tool-rules.ts'
import { tools } from '../../../core/analysis/tools-rules.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

let curve: Curve | undefined
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- in a worker it goes to the page, and takes no origin
const answer = (message: FromWorker) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'tools') return answer({ kind: 'tools', tools: tools.map(({ run: _, ...facts }) => facts) })
  if (data.kind === 'curve') {
    curve = data.curve
    return
  }
  answer(attempt(data))
})

function attempt({ number, tool, parameters, axis }: Extract<ToWorker, { kind: 'run' }>): FromWorker {
  if (!curve) return { kind: 'failed', number, fault: 'a tool was run before the curve arrived' }
  try {
    return { kind: 'ran', number, analysed: analysed({ tool, curve, parameters, axis }) }
  } catch (error) {
    return { kind: 'failed', number, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
