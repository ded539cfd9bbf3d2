import { ApiError } from '../../../platform/client/transport.ts'
import { type BeginUpload, type PartCalls, sendInParts, type Upload } from './part-sender.ts'
import { type Pace, paced } from './part-pace-rules.ts'

/** A file that this page sends. It goes on while the person visits other pages of the site. */
export interface Sending {
  key: string
  /** What it is for: `data:`, `data:MX1`. */
  target: string
  file: File
  uploadNo?: string
  state: 'queued' | 'sending' | 'offline' | 'paused' | 'failed'
  done: number
  pace: Pace
  error?: string
}

interface Job {
  calls: PartCalls
  begin: BeginUpload
  onFinished?: (upload: Upload) => void
}

// Outside of React, because an upload outlives the page on which it was begun. One file at a time has the whole line.
let sendings: readonly Sending[] = []
const jobs = new Map<string, Job>()
const stops = new Map<string, AbortController>()
const listeners = new Set<() => void>()
let running = false

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentSendings = () => sendings
const NONE: readonly Sending[] = []
export const noSendings = () => NONE

export function sendFiles(target: string, files: readonly File[], job: Job): void {
  const added = files.map((file): Sending => ({
    key: crypto.randomUUID(),
    target,
    file,
    state: 'queued',
    done: 0,
    pace: [],
  }))
  for (const { key } of added) jobs.set(key, job)
  publish([...sendings, ...added])
  void run()
}

export function pauseSending(key: string): void {
  change(key, { state: 'paused', pace: [] })
  stops.get(key)?.abort()
}

export function continueSending(key: string): void {
  change(key, { state: 'queued', error: undefined })
  void run()
}

/** Takes the file out of the queue; what the server has of it stays there. */
export function dropSending(key: string): void {
  stops.get(key)?.abort()
  jobs.delete(key)
  publish(sendings.filter((sending) => sending.key !== key))
}

async function run(): Promise<void> {
  if (running) return
  running = true
  try {
    for (;;) {
      const next = sendings.find(({ state }) => state === 'queued')
      const job = next && jobs.get(next.key)
      if (!next || !job) return
      await sendOne(next, job)
    }
  } finally {
    running = false
  }
}

async function sendOne({ key, file }: Sending, job: Job): Promise<void> {
  const stop = new AbortController()
  stops.set(key, stop)
  change(key, { state: 'sending', error: undefined, pace: [] })
  try {
    const upload = await sendInParts(file, job.calls, job.begin, {
      signal: stop.signal,
      onBegun: ({ uploadNo }) => change(key, { uploadNo }),
      onProgress: (done, sent) =>
        change(key, ({ pace }) => ({ done, pace: paced(pace, { at: performance.now(), bytes: sent }) })),
      onWaiting: (waiting) =>
        change(key, ({ state }) =>
          state === 'sending' || state === 'offline' ? { state: waiting ? 'offline' : 'sending' } : {},
        ),
    })
    dropSending(key)
    job.onFinished?.(upload)
  } catch (cause) {
    if (stop.signal.aborted) return
    const error = cause instanceof ApiError ? cause.message : '上传失败，请稍后重试'
    change(key, { state: 'failed', error })
  } finally {
    if (stops.get(key) === stop) stops.delete(key)
  }
}

function change(key: string, how: Partial<Sending> | ((sending: Sending) => Partial<Sending>)): void {
  publish(
    sendings.map((sending) =>
      sending.key === key ? { ...sending, ...(typeof how === 'function' ? how(sending) : how) } : sending,
    ),
  )
}

function publish(next: readonly Sending[]): void {
  const before = sendings.length
  sendings = next
  for (const listener of listeners) listener()
  if (before === 0 && next.length > 0) addEventListener('beforeunload', warn)
  if (before > 0 && next.length === 0) removeEventListener('beforeunload', warn)
}

/** The browser asks whether to leave while a file is being sent. */
function warn(event: BeforeUnloadEvent): void {
  if (sendings.some(({ state }) => state === 'sending' || state === 'offline' || state === 'queued'))
    event.preventDefault()
}
