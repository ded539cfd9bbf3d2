/** Runs in the browser beside the page: a fit takes seconds, and typing must not wait for it. */
import { analysed } from '../../../core/analysis/asked-rules.ts'
import type { Curve } from '../../../core/analysis/tool-rules.ts'
import { tools } from '../../../core/analysis/tools-rules.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

let curve: Curve | undefined
const answer = (message: FromWorker) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'tools') return answer({ kind: 'tools', tools: tools.map(({ run: _, ...facts }) => facts) })
  if (data.kind === 'curve') {
    curve = data.curve
    return
  }
  answer({ kind: 'ran', number: data.number, analysed: attempt(data) })
})

function attempt({ tool, parameters, axis }: Extract<ToWorker, { kind: 'run' }>) {
  if (!curve) return null
  try {
    return analysed({ tool, curve, parameters, axis })
  } catch (error) {
    console.error(error)
    return null
  }
}
