import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import {
  changeLimit,
  chargeCredit,
  creditOf,
  openCredit,
  releaseCredit,
  repayCredit,
  reserveCredit,
} from '../credit/actions.ts'
import { Refusal } from '../../platform/contract/refusal.ts'
import { balanceOf, creditPrestore, debitPrestore } from '../prestore/actions.ts'
import { prepayFromBalance, refundAdvance, settleAdvance } from '../prestore/advance-actions.ts'
import { verifyBooks } from './actions.ts'

// Runs random sequences of commands against the ledger and against this small pure model of the expected behaviour. A failing run prints
// its seed and path; LEDGER_SEED and LEDGER_RUNS repeat it.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface OrderModel {
  advance: number
  held: number
  charged: number | undefined
  settled: boolean
  prepaid: boolean
  reserved: boolean
}

interface Model {
  prestore: number
  limit: number | undefined
  available: number
  used: number
  orders: OrderModel[]
  repaid: number
}

type PlainCommand = { do: 'deposit' | 'spend' | 'repay' | 'open' | 'limit'; fen: number }
type OrderCommand = {
  do: 'prepay' | 'refund' | 'settle' | 'reserve' | 'release' | 'charge'
  order: number
  fen: number
}
type Command = PlainCommand | OrderCommand | { do: 'again' }

const fen = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1000 }))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('deposit', 'spend', 'repay', 'open', 'limit'), fen }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('prepay', 'refund', 'settle', 'reserve', 'release', 'charge'),
      order: fc.nat({ max: 2 }),
      fen,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'again' as const }) },
)

const emptyOrder = (): OrderModel => ({
  advance: 0,
  held: 0,
  charged: undefined,
  settled: false,
  prepaid: false,
  reserved: false,
})

/** The expected result of a command: changes the model and answers `done`, or the name of the refusal. */
function expected(m: Model, c: Exclude<Command, { do: 'again' }>): string {
  if (c.do === 'deposit') m.prestore += c.fen
  else if (c.do === 'spend') {
    if (m.prestore < c.fen) return 'notEnough'
    m.prestore -= c.fen
  } else if (c.do === 'open') {
    if (m.limit === undefined) Object.assign(m, { limit: c.fen, available: m.available + c.fen })
  } else if (c.do === 'limit') {
    if (m.limit === undefined) return 'skipped'
    m.available += c.fen - m.limit
    m.limit = c.fen
  } else if (c.do === 'repay') {
    const amount = Math.min(c.fen, m.used)
    m.used -= amount
    m.available += amount
  } else if ('order' in c) return expectedOfOrder(m, m.orders[c.order] as OrderModel, c)
  return 'done'
}

function expectedOfOrder(m: Model, o: OrderModel, c: { do: string; fen: number }): string {
  if (c.do === 'prepay') {
    if (o.prepaid) return 'skipped'
    if (m.prestore < c.fen) return 'notEnough'
    m.prestore -= c.fen
    Object.assign(o, { advance: c.fen, prepaid: true })
  } else if (c.do === 'refund') {
    const kept = Math.min(c.fen, o.advance)
    m.prestore += o.advance - kept
    o.advance = 0
  } else if (c.do === 'settle') {
    if (o.settled || o.advance === 0) return 'skipped'
    m.prestore += o.advance - Math.min(o.advance, c.fen)
    Object.assign(o, { advance: 0, settled: true })
  } else if (c.do === 'reserve') {
    if (o.reserved) return 'skipped'
    if (m.available < c.fen) return m.limit === undefined ? 'notOpened' : 'notEnough'
    m.available -= c.fen
    Object.assign(o, { held: c.fen, reserved: true })
  } else if (c.do === 'release') {
    m.available += o.held
    o.held = 0
  } else if (c.do === 'charge') {
    if (o.charged !== undefined) return o.charged === c.fen ? 'done' : 'differentPosting'
    m.available += o.held - c.fen
    m.used += c.fen
    Object.assign(o, { held: 0, charged: c.fen })
  }
  return 'done'
}

let businesses = 0

async function performed(
  c: Exclude<Command, { do: 'again' }>,
  who: { customerId: number; firstOrder: number; used: number },
  business: number,
): Promise<string> {
  const { customerId } = who
  const ctx = app.system
  const plain = { customerId, kind: 'model', businessId: business, operation: c.do, memo: '' }
  const order = { customerId, orderId: who.firstOrder + ('order' in c ? c.order : 0), orderNo: 'MX' }
  try {
    if (c.do === 'deposit') await creditPrestore(ctx, { ...plain, amountFen: c.fen })
    else if (c.do === 'spend') await debitPrestore(ctx, { ...plain, amountFen: c.fen })
    else if (c.do === 'open') await openCredit(ctx, customerId, c.fen)
    else if (c.do === 'limit') await changeLimit(ctx, customerId, c.fen, `model-${business}`)
    else if (c.do === 'repay')
      await repayCredit(ctx, { customerId, businessId: `model-${business}`, amountFen: Math.min(c.fen, who.used) })
    else if (c.do === 'prepay') await prepayFromBalance(ctx, { ...order, amountFen: c.fen })
    else if (c.do === 'refund') await refundAdvance(ctx, { ...order, keepFen: c.fen })
    else if (c.do === 'settle') await settleAdvance(ctx, { ...order, finalFen: c.fen })
    else if (c.do === 'reserve') await reserveCredit(ctx, { ...order, amountFen: c.fen })
    else if (c.do === 'release') await releaseCredit(ctx, order)
    else if (c.do === 'charge') await chargeCredit(ctx, { ...order, finalFen: c.fen })
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.kind.error
    throw error
  }
}

async function holds(m: Model, customerId: number): Promise<void> {
  const sum = (key: 'advance' | 'held') => m.orders.reduce((all, o) => all + o[key], 0)
  const { balanceFen, advanceFen } = await balanceOf(app.system, customerId)
  const { limitFen, availableFen, heldFen, usedFen } = await creditOf(app.system, customerId)
  expect({ balanceFen, advanceFen, limitFen, availableFen, heldFen, usedFen }).toEqual({
    balanceFen: m.prestore,
    advanceFen: sum('advance'),
    limitFen: m.limit ?? 0,
    availableFen: m.available,
    heldFen: sum('held'),
    usedFen: m.used,
  })
}

describe('the ledger against its model', () => {
  it('[I-1] [I-2] [I-4] [T-20] [T-36] any sequence of commands, with repeats, ends in the state of the model and in a consistent ledger', async () => {
    const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 31))
    const numRuns = Number(process.env.LEDGER_RUNS ?? 12)
    process.stdout.write(`ledger model: LEDGER_SEED=${seed} LEDGER_RUNS=${numRuns}\n`)
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
        const { id: customerId } = await app.customer(3)
        const model: Model = {
          prestore: 0,
          limit: undefined,
          available: 0,
          used: 0,
          repaid: 0,
          orders: [emptyOrder(), emptyOrder(), emptyOrder()],
        }
        businesses += 100
        const firstOrder = businesses
        let last: { command: Exclude<Command, { do: 'again' }>; business: number; used: number } | undefined
        for (const [i, c] of commands.entries()) {
          if (c.do === 'again') {
            // Repeating a command, as after a lost response, changes nothing.
            if (last) await performed(last.command, { customerId, firstOrder, used: last.used }, last.business)
          } else {
            const used = model.used
            const wanted = expected(model, c)
            if (wanted === 'skipped') continue
            const business = businesses * 100 + i
            expect([c, await performed(c, { customerId, firstOrder, used }, business)]).toEqual([c, wanted])
            last = wanted === 'done' ? { command: c, business, used } : undefined
          }
          await holds(model, customerId)
        }
        expect(await verifyBooks(app.db)).toEqual([])
      }),
      { seed, numRuns, endOnFailure: false },
    )
  }, 120_000)
})
