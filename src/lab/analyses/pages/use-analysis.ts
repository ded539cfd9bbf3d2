import { useCallback, useEffect, useRef, useState } from 'react'
import type { Analysed } from '../../../core/analysis/asked-rules.ts'
import type { Curve, Parameters } from '../../../core/analysis/tool-rules.ts'
import type { FromWorker, ToolFacts, ToWorker } from './worker-messages.ts'

/** Typing is followed by a computation when it rests this long. */
const REST_MS = 250

interface Asking {
  tool: string
  parameters: Parameters
  axis: string
}

export interface Ran {
  asked: Asking
  /** Null: the tool failed. */
  analysed: Analysed | null
}

/**
 * Computes in a worker whenever tool, parameters or axis change. A computation that is no longer wanted is stopped with its worker, so that a
 * slow one never holds up the next. `ran` keeps the last answer until the next arrives.
 */
export function useAnalysis(curve: Curve, asking: Asking | undefined) {
  const [tools, setTools] = useState<ToolFacts[]>()
  const [broken, setBroken] = useState(false)
  const [ran, setRan] = useState<Ran>()
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const worker = useRef<Worker>(undefined)
  const running = useRef<{ number: number; asked: Asking }>(undefined)
  const count = useRef(0)

  const start = useCallback(() => {
    worker.current?.terminate()
    running.current = undefined
    setBroken(false)
    const made = new Worker(new URL('./browser-worker.ts', import.meta.url), { type: 'module' })
    made.addEventListener('error', () => {
      running.current = undefined
      setBroken(true)
      setBusy(false)
    })
    made.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'tools') return setTools(data.tools)
      if (data.number !== running.current?.number) return
      setRan({ asked: running.current.asked, analysed: data.kind === 'ran' ? data.analysed : null })
      // Into the error reports of the product; the page goes on.
      if (data.kind === 'failed') reportError(new Error(data.fault))
      running.current = undefined
      setBusy(false)
    })
    worker.current = made
    tell(made, { kind: 'tools' })
    tell(made, { kind: 'curve', curve })
    return made
  }, [curve])

  useEffect(() => {
    setRan(undefined)
    start()
    return () => worker.current?.terminate()
  }, [start])

  const key = asking && JSON.stringify(asking)
  useEffect(() => {
    if (key === undefined) return
    setBusy(true)
    const timer = setTimeout(() => {
      const current = running.current || !worker.current ? start() : worker.current
      const asked = JSON.parse(key) as Asking
      count.current += 1
      running.current = { number: count.current, asked }
      tell(current, { kind: 'run', number: count.current, ...asked })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [key, start, tries])

  const restart = useCallback(() => {
    start()
    setTries((before) => before + 1)
  }, [start])
  return { tools, broken, ran, busy, restart }
}

function tell(worker: Worker, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  worker.postMessage(message)
}
