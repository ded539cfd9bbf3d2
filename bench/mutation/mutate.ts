import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pinnedEnvironment } from '../../scripts/provision.mjs'
import { seededRandom } from '../../demo/life/random.ts'
import { coveringTests, readRecorded, type Recorded } from './covering.ts'
import { applied, type Mutant, mutantsOf } from './mutants.ts'
import type { RunRequest } from './test-process.ts'

/**
 * Do the tests notice a wrong change? One small change at a time is made in a source (in memory), and the test files that run the changed function
 * are run until one fails. The first run records which functions each test file runs; keep the recording for later runs with --recorded.
 *
 *   node bench/mutation/mutate.ts src/money/points --tests src/money [--sample 40] [--seed 1] [--most 6] [--recorded folder]
 *
 * `--tests` names the test files to record (by default those under the sources), `--sample` changes only so many places chosen by the seed,
 * `--most` is the largest number of test files tried for one change. Prints each change that no test noticed, then the share that was noticed.
 * `--noticed show` prints the others too, with the test that failed. A change that no test file runs counts as not noticed, one with which tests
 * run for more than three minutes as noticed. A changed declared value, such as a limit, is often seen by no test, and a test that only repeats
 * it would prove nothing; so the share within functions is told too (decision 0122).
 */
const LONGEST_MS = 180_000
const root = resolve(import.meta.dirname, '../..')
let tests: ChildProcess | undefined
const { paths, option } = readArguments(process.argv.slice(2))
const sources = paths.flatMap((path) => sourcesOf(path))
if (sources.length === 0) throw new Error('name a source or a folder with sources')

const folder = option('recorded', '')
const recorded = folder && globSync(`${folder}/*.json`).length > 0 ? readRecorded(folder) : await record(folder)
const all = sources.flatMap((path) => mutantsOf(readFileSync(path, 'utf8')).map((mutant) => ({ path, mutant })))
const chosen = sampled(all, Number(option('sample', '0')), Number(option('seed', '1')))
console.log(`${sources.length} sources, ${all.length} possible changes, ${chosen.length} tried`)

const results: { inFunction: boolean; noticed: boolean }[] = []
const began = performance.now()
for (const { path, mutant } of chosen) {
  const failure = await firstFailure(path, mutant)
  results.push({ inFunction: mutant.inside !== undefined, noticed: failure !== null })
  const line = `${path}:${mutant.line} ${mutant.change}: ${lineOf(path, mutant.line)}`
  if (failure === null) console.log(line)
  else if (option('noticed', 'hide') === 'show') console.log(`noticed by “${failure}” ${line}`)
}
// What a change left behind would look like a noticed change in all later runs.
const control = await run({ tests: recorded.map(({ test }) => test) })
if (control !== null) throw new Error(`the tests fail without a change: ${control}`)
stop()
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `${shareOf(results)} in ${seconds} s; within functions ${shareOf(results.filter((each) => each.inFunction))}`,
)

function shareOf(of: typeof results): string {
  const noticed = of.filter((each) => each.noticed).length
  return `${noticed} of ${of.length} noticed (${((100 * noticed) / of.length).toFixed(1)} %)`
}

async function firstFailure(path: string, mutant: Mutant): Promise<string | null> {
  const text = applied(readFileSync(path, 'utf8'), mutant)
  for (const test of coveringTests(recorded, path, mutant).slice(0, Number(option('most', '6')))) {
    const failure = await run({ tests: [test], changed: { path: resolve(root, path), text } })
    if (failure !== null) return failure
  }
  return null
}

/** Runs tests in a process that is kept for the next ones. */
async function run(request: RunRequest, env: Record<string, string> = {}): Promise<string | null> {
  if (!tests) {
    tests = fork(join(import.meta.dirname, 'test-process.ts'), {
      cwd: root,
      env: pinnedEnvironment(env),
      // A group of its own, so that its workers end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(tests, 'message')
  }
  tests.send(request)
  const limit = AbortSignal.timeout(env.RECORDED_FUNCTIONS ? 3_600_000 : LONGEST_MS)
  try {
    const [failure] = (await once(tests, 'message', { signal: limit })) as [string | null]
    return failure
  } catch {
    stop()
    return 'ran too long'
  }
}

function stop(): void {
  if (tests?.pid) process.kill(-tests.pid, 'SIGKILL')
  tests = undefined
}

async function record(kept: string): Promise<Recorded[]> {
  const to = kept || mkdtempSync('/tmp/mutation-')
  mkdirSync(to, { recursive: true })
  const under = option('tests', '')
  const filters = under ? under.split(',') : [...new Set(sources.map((path) => dirname(path)))]
  const files = globSync('src/**/*.test.ts')
  const empty = filters.find((filter) => !files.some((file) => file.includes(filter)))
  if (empty !== undefined)
    throw new Error(`no test file has ${empty} in its path; --tests takes parts of paths, divided by commas`)
  const failure = await run({ tests: filters }, { RECORDED_FUNCTIONS: to })
  stop()
  if (failure !== null) throw new Error(`the tests fail as it is: ${failure}`)
  const result = readRecorded(to)
  if (!kept) rmSync(to, { recursive: true })
  return result
}

function sourcesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return globSync(`${path}/**/*.ts`)
    .filter((file) => !/\.test\.ts$|contract\.ts$|errors\.ts$|\/testing\//.test(file))
    .toSorted()
}

function sampled<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  if (count === 0 || count >= items.length) return items
  const random = seededRandom(seed)
  return items
    .map((item, place) => ({ item, place, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function lineOf(path: string, line: number): string {
  return (readFileSync(path, 'utf8').split('\n')[line - 1] ?? '').trim().slice(0, 140)
}

function readArguments(given: string[]) {
  const options = new Map<string, string>()
  const rest: string[] = []
  for (let n = 0; n < given.length; n++) {
    const word = given[n] ?? ''
    if (word.startsWith('--')) options.set(word.slice(2), given[(n += 1)] ?? '')
    else rest.push(word.replace(/\/$/, ''))
  }
  return { paths: rest, option: (name: string, otherwise: string) => options.get(name) ?? otherwise }
}
