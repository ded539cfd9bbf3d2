import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCheck } from '../../platform/book-check.ts'
import { bookChecks } from '../book-checks.ts'
import { type Command, expected, verbs } from '../testing/money/money-model.ts'
import { emptyModel, type Model } from '../testing/money/money-state.ts'
import { type MoneySteps, moneySteps } from '../testing/money/money-steps.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

// Random sequences of steps with the money of one customer, made with the product and with the model of `testing/money-model.ts`. After every
// step the balances are compared, at the end of a sequence the records beside the ledger, and now and then all books are checked.
// `bench/money-model.ts` runs many long sequences. A failing run prints its seed and path; MODEL_SEED and the same numbers repeat it.

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const seed = number('MODEL_SEED', Math.floor(Math.random() * 2 ** 31))
const numRuns = number('MODEL_RUNS', process.env.TEST_DATABASE === 'postgres' ? 60 : 15)
const least = number('MODEL_STEPS', 20)
/** Sequences at the same time, each on connections of its own; every lane has its own seed. */
const lanes = number('MODEL_LANES', 1)

let app: TestApp
let steps: MoneySteps
beforeAll(async () => {
  app = await testApp()
  steps = await moneySteps(app)
})
afterAll(() => app.close())

/** These may be sent again, as after a lost answer, and must change nothing then. */
const REPEATED = ['deposit', 'buy', 'openCredit', 'report', 'ask', 'close']

const fen = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1000 }))
const choice = fc.record({ first: fc.nat({ max: 9999 }), n: fc.nat({ max: 23 }), fen })
/** What leads to long lives of orders, settlements and payments is tried more often. */
const weight: Record<string, number> = {
  place: 4,
  prepay: 4,
  fix: 9,
  takeBack: 4,
  giveBack: 5,
  group: 9,
  pay: 7,
  ungroup: 3,
  invoice: 3,
  attempt: 4,
  payAtChannel: 4,
  report: 3,
  refund: 3,
  sendRefund: 3,
}
const weighted = verbs.flatMap((verb) => Array.from({ length: weight[verb] ?? 1 }, () => verb))

/** The next step that means something now: what can be done, and for a fourth of the choices also what must be refused. */
function nextStep(model: Model, { first, n, fen: amount }: { first: number; n: number; fen: number }) {
  for (let i = 0; ; i++) {
    const verb = weighted[(first + i * 37) % weighted.length] ?? 'deposit'
    const step: Command = { verb: i > weighted.length ? 'deposit' : verb, n: (n + i) % 24, fen: amount }
    const after = structuredClone(model)
    const wanted = expected(after, step)
    if (wanted === 'done' || (wanted !== 'skipped' && first % 4 === 0)) return { step, wanted, after }
  }
}

function modelled(m: Model) {
  const sum = (key: 'advanceFen' | 'heldFen') => m.orders.reduce((all, order) => all + order[key], 0)
  return {
    prestoreFen: m.prestoreFen,
    advanceFen: sum('advanceFen'),
    refundHeldFen: m.refundHeldFen,
    withdrawHeldFen: m.withdrawals.reduce((all, each) => all + each, 0),
    limitFen: m.limitFen ?? 0,
    availableFen: m.availableFen,
    heldFen: sum('heldFen'),
    usedFen: m.usedFen,
  }
}

function recordsOf(m: Model) {
  return {
    coupons: m.coupons.map(({ stage }) => stage),
    orders: m.orders
      .filter(({ stage }) => stage !== 'none')
      .map((o) => [o.finalFen ?? null, o.paid, o.prepaidFen + o.settledFen, o.invoicedFen]),
    settlements: m.settlements.map(({ stage, totalFen }) => `${stage} ${totalFen}`),
    payments: m.attempts.map(({ ours, refundedFen }) => `${ours} ${refundedFen}`),
    refunds: m.refunds.map(({ stage }) => stage),
  }
}

/** Orders are delivered here without their history, so the checks of histories do not apply. */
async function faults(): Promise<string[]> {
  const slices = /^(ledger|prestore|credit|payments|refunds|withdrawals|orders|coupons|settlements)\./
  const found: string[] = []
  for (const check of bookChecks.filter(({ key }) => slices.test(key)))
    found.push(...(await runCheck(app.db, check, app.clock.now())).faults.map((fault) => `${check.key} ${fault}`))
  return found
}

let made = 0
let compared = 0
const counts = new Map<string, number>()

async function sequence(choices: readonly { first: number; n: number; fen: number }[]): Promise<void> {
  const real = await steps.begin()
  let model = emptyModel()
  for (const [business, chosen] of choices.entries()) {
    const { step, wanted, after } = nextStep(model, chosen)
    expect([step, await real.perform(model, step, business)]).toEqual([step, wanted])
    expect([step, await real.found()]).toEqual([step, modelled(after)])
    if (wanted === 'done' && REPEATED.includes(step.verb) && step.n % 4 === 0) {
      await real.perform(after, step, business)
      expect([step, 'again', await real.found()]).toEqual([step, 'again', modelled(after)])
    }
    model = after
    made += 1
    const name = `${step.verb} ${wanted}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  expect(await real.records()).toEqual(recordsOf(model))
  compared += 1
  if (compared % 500 === 0) process.stdout.write(`money model: ${compared} sequences\n`)
}

describe('the money against its model', () => {
  it('[I-1] [I-2] [I-4] [T-20] [T-23] [T-36] any sequence of steps ends in the state of the model and in consistent books', async () => {
    process.stdout.write(
      `money model: MODEL_SEED=${seed} MODEL_RUNS=${numRuns} MODEL_STEPS=${least} MODEL_LANES=${lanes}\n`,
    )
    const size = { minLength: least, maxLength: least + 4, size: 'max' } as const
    const lane = (_: unknown, i: number) =>
      fc.assert(fc.asyncProperty(fc.array(choice, size), sequence), {
        seed: seed + i,
        numRuns: Math.ceil(numRuns / lanes),
        endOnFailure: process.env.MODEL_SHRINK === 'off',
        interruptAfterTimeLimit: number('MODEL_SECONDS', 3600) * 1000,
      })
    await Promise.all(Array.from({ length: lanes }, lane))
    expect(await faults()).toEqual([])
    process.stdout.write(`money model: ${compared} sequences, ${made} steps compared\n`)
    if (process.env.MODEL_COUNTS)
      for (const [name, count] of [...counts].toSorted()) process.stdout.write(`${count}\t${name}\n`)
  }, 36_000_000)
})
