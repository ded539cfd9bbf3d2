import { parseArgs } from 'node:util'
import { type Outcome, run, type RunOptions } from './run.ts'
import { shrunk } from './shrink.ts'

/**
 * The whole laboratory in one process on a moved clock: customers, staff, payment channels and the bank live days of it through the real calls, and a model
 * written from the specification is compared after every step and every day. All decisions and faults come from one seed (decision 0120).
 *
 * Run: node bench/simulation/simulate.ts --seed 7 --days 30 [--seeds 20] [--faults 0.005] [--steps 40] [--kinds 'order samples,settle'] [--trace] [--shrink 300] [--minutes 60]
 *   --seed      the first seed; --seeds: how many, one after the other
 *   --faults    chance of a fault at each await of the product: errors before and after the work, lost answers, requests sent twice, crashes, delays
 *   --steps     per day; --kinds: names of the kinds of steps that happen, all by default
 *   --trace     print every step; --shrink: seconds to look for the shortest trace of a failure (0: not at all)
 *
 * Reading a failure: the rule is a line of `stepRules` or `dayRules` in models/checks.ts, or a `Broken` in world.ts. The same seed, days, faults and steps give
 * the same trace again. The short trace holds only the steps without which the rule would hold; `(after@tx)` behind a call is a fault that fell into it.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '10' },
    faults: { type: 'string', default: '0' },
    steps: { type: 'string', default: '40' },
    shrink: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '600' },
    kinds: { type: 'string', default: '' },
    trace: { type: 'boolean', default: false },
  },
})

const began = Date.now()
let days = 0
let failures = 0
for (let n = 0; n < Number(values.seeds) && Date.now() - began < Number(values.minutes) * 60_000; n++) {
  const options: RunOptions = {
    seed: Number(values.seed) + n,
    days: Number(values.days),
    faults: Number(values.faults),
    stepsPerDay: Number(values.steps),
    ...(values.kinds ? { kinds: values.kinds.split(',') } : {}),
    onLine: values.trace ? (line) => console.log(line) : () => {},
  }
  const started = performance.now()
  const outcome = await run(options)
  const seconds = (performance.now() - started) / 1000
  const lived = outcome.trace.filter((line) => line.startsWith('end of day')).length
  days += lived
  console.log(`seed ${options.seed}: ${lived} days in ${seconds.toFixed(0)} s, ${summary(outcome)}`)
  if (!outcome.failure) continue
  failures += 1
  console.log(`  step ${outcome.failure.step}: ${outcome.failure.detail}`)
  if (Number(values.shrink) > 0) show(await shrunk(options, outcome, Number(values.shrink)))
}
const inAll = (Date.now() - began) / 1000
console.log(`${days} days in ${inAll.toFixed(0)} s (${(days / inAll).toFixed(2)} a second), ${failures} failures`)
process.exitCode = failures > 0 ? 1 : 0

function summary({ faults, crashes, failure, trace }: Outcome): string {
  const fell = [...faults.values()].reduce((sum, count) => sum + count, 0)
  return `${trace.length} lines, ${fell} faults, ${crashes} crashes, ${failure ? 'BROKEN' : 'all rules hold'}`
}

function show({ trace }: Outcome): void {
  console.log('  the shortest trace that still breaks the rule:')
  for (const line of trace) if (!line.startsWith('end of day')) console.log(`    ${line}`)
}
