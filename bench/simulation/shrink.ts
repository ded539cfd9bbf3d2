import { type Outcome, run, type RunOptions } from './run.ts'

/** Leaves out steps as long as the same rule still breaks: first halves, then ever smaller parts. Ends after the given seconds with what it has. */
export async function shrunk(options: RunOptions, failed: Outcome, seconds = 300): Promise<Outcome> {
  const until = Date.now() + seconds * 1000
  let best = failed
  let kept = failed.steps.map(({ nr }) => nr).filter((nr) => nr <= (failed.failure?.step ?? Infinity))
  for (let parts = 2; kept.length > 0 && Date.now() < until;) {
    const size = Math.ceil(kept.length / parts)
    let smaller: number[] | undefined
    for (let from = 0; from < kept.length && Date.now() < until; from += size) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)]
      const outcome = await attempt(options, failed, rest)
      if (!outcome) continue
      best = outcome
      smaller = rest.filter((nr) => nr <= (outcome.failure?.step ?? 0))
      break
    }
    if (smaller) {
      kept = smaller
      parts = Math.max(2, Math.min(parts - 1, kept.length))
    } else if (size === 1) break
    else parts = Math.min(kept.length, parts * 2)
  }
  return best
}

async function attempt(options: RunOptions, failed: Outcome, nrs: number[]): Promise<Outcome | undefined> {
  const days = (failed.steps.find(({ nr }) => nr === (failed.failure?.step ?? 0))?.day ?? options.days) + 1
  const outcome = await run({ ...options, days: Math.min(options.days, days), only: new Set(nrs), onLine: () => {} })
  return outcome.failure?.rule === failed.failure?.rule ? outcome : undefined
}
