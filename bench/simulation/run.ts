import type { Database } from '../../src/platform/db/db.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { addDays, shanghaiTime } from '../../src/platform/time.ts'
import { base, START } from './base.ts'
import { compare, dayRules, stepRules } from './models/checks.ts'
import { type Random, randomOf, subSeed } from './random.ts'
import { Scene, type StepKind } from './scene.ts'
import { stepKinds } from './steps.ts'
import { Broken, World } from './world.ts'

export interface RunOptions {
  seed: number
  days: number
  /** Chance of a fault at each await of the product; 0: none. */
  faults: number
  stepsPerDay?: number
  /** Names of the kinds of steps that happen; all by default. */
  kinds?: readonly string[]
  /** Numbers of the steps that happen; all by default. Used while a failure is shrunk. */
  only?: ReadonlySet<number>
  sabotage?: (database: Database) => Database
  onLine?: (line: string) => void
}

export interface Step {
  nr: number
  day: number
  minute: number
  kind: StepKind
  seed: number
}

export interface Outcome {
  seed: number
  days: number
  steps: Step[]
  trace: string[]
  /** How often each fault fell. */
  faults: Map<string, number>
  crashes: number
  failure?: { rule: string; detail: string; step: number }
}

const STEPS_PER_DAY = 40
/** How often periodic work is looked for. */
const PERIODIC_MS = 4 * 3_600_000

/** All steps of a run are fixed by the seed before it begins. What a step does depends on its own seed and on what it finds. */
export function stepsOf({ seed, days, stepsPerDay = STEPS_PER_DAY, kinds }: RunOptions): Step[] {
  const chosen = stepKinds.filter(({ name }) => !kinds || kinds.includes(name))
  const steps: Step[] = []
  for (let day = 0; day < days; day++) {
    const random = randomOf(seed, 'day', day)
    const minutes = Array.from({ length: stepsPerDay }, () => random.whole(0, 600)).toSorted((a, b) => a - b)
    for (const minute of minutes) {
      const nr = steps.length + 1
      steps.push({ nr, day, minute, kind: pickKind(random, chosen), seed: subSeed(seed, 'step', nr) })
    }
  }
  return steps
}

function pickKind(random: Random, kinds: readonly StepKind[]): StepKind {
  const name = random.weighted(Object.fromEntries(kinds.map((kind) => [kind.name, kind.weight])))
  return kinds.find((kind) => kind.name === name) as StepKind
}

/** Lives the days of one seed and compares with the model. A broken rule ends the run and is part of the outcome. */
export async function run(options: RunOptions): Promise<Outcome> {
  const steps = stepsOf(options)
  const world = await World.begin(await base(), options)
  const outcome: Outcome = { seed: options.seed, days: options.days, steps, trace: [], faults: new Map(), crashes: 0 }
  const say = (line: string) => {
    outcome.trace.push(line)
    options.onLine?.(line)
  }
  let current = 0
  try {
    for (let day = 0; day < options.days; day++) {
      for (const step of steps.filter((each) => each.day === day)) {
        if (options.only && !options.only.has(step.nr)) continue
        current = step.nr
        await live(world, step, say)
      }
      await endDay(world, day, say)
    }
  } catch (error) {
    const rule = error instanceof Broken ? error.rule : 'the simulation itself goes on'
    const detail =
      error instanceof Error ? (error instanceof Broken ? error.message : (error.stack ?? '')) : String(error)
    outcome.failure = { rule, detail, step: current }
    say(`BROKEN ${detail}`)
  } finally {
    outcome.faults = world.faults.counts
    outcome.crashes = world.crashes
    await world.close().catch(() => {})
  }
  return outcome
}

async function live(world: World, step: Step, say: (line: string) => void): Promise<void> {
  const at = new Date(addDays(START, step.day).getTime() - 2 * 3_600_000 + step.minute * 60_000)
  const periods = (time: Date) => Math.floor(time.getTime() / PERIODIC_MS)
  const isNewPeriod = periods(at) > periods(world.now)
  if (at > world.now) world.app.clock.set(at)
  world.stepBegins(step.seed)
  if (isNewPeriod) await world.periodicWork()
  const scene = new Scene(world, randomOf(step.seed, 'scene'))
  const time = shanghaiTime(world.now).slice(5, 16)
  try {
    await step.kind.act(scene)
  } finally {
    say(`${time} #${step.nr} ${step.kind.name}: ${scene.lines.join('; ') || '-'}`)
  }
  await world.work()
  await compare(world, stepRules)
}

async function endDay(world: World, day: number, say: (line: string) => void): Promise<void> {
  const evening = new Date(addDays(START, day).getTime() + 13.5 * 3_600_000)
  if (evening > world.now) world.app.clock.set(evening)
  world.stepBegins(subSeed(world.options.seed, 'evening', day))
  await world.outside.reports()
  await world.periodicWork()
  await compare(world, [...stepRules, ...dayRules])
  const { orders, entries, prestore } = await world.database.one<Record<string, number>>(sql`
    select (select count(*) from orders) as orders, (select count(*) from ledger_entries) as entries,
      (select coalesce(sum(balance_fen), 0)::bigint from ledger_accounts where kind = 'prestore') as prestore`)
  say(`end of day ${day + 1}: ${orders} orders, ${entries} entries, ${prestore} in balances`)
}
