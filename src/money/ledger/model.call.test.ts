import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { runCheck } from '../../platform/book-check.ts'
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
import { claimInvoiced, releaseInvoiced } from '../prestore/paid-actions.ts'
import { openWithdrawal, releaseHold } from '../withdrawals/actions.ts'
import type { Withdrawal } from '../withdrawals/store.ts'
import { laboratoryAccount } from './rules.ts'

// Runs random sequences of commands against the ledger and against this small pure model of the expected behaviour. A failing run prints
// its seed and path; LEDGER_SEED and LEDGER_RUNS repeat it.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface OrderModel {
  advance: number
  /** Prepaid and not returned, and the part of it that is invoiced. */
  paid: number
  invoiced: number
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
  /** Held by withdrawals that can be cancelled. */
  withdrawals: number[]
  repaid: number
}

type PlainCommand = {
  do: 'deposit' | 'topUp' | 'spend' | 'repay' | 'open' | 'limit' | 'withdraw' | 'cancelWithdrawal'
  fen: number
}
type OrderCommand = {
  do: 'prepay' | 'refund' | 'settle' | 'reserve' | 'release' | 'charge' | 'invoice' | 'redden'
  order: number
  fen: number
}
type Command = PlainCommand | OrderCommand | { do: 'again' }

const fen = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1000 }))
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('deposit', 'topUp', 'spend', 'repay', 'open', 'limit', 'withdraw', 'cancelWithdrawal'),
      fen,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('prepay', 'refund', 'settle', 'reserve', 'release', 'charge', 'invoice', 'redden'),
      order: fc.nat({ max: 2 }),
      fen,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'again' as const }) },
)

const emptyOrder = (): OrderModel => ({
  advance: 0,
  paid: 0,
  invoiced: 0,
  held: 0,
  charged: undefined,
  settled: false,
  prepaid: false,
  reserved: false,
})

/** The expected result of a command: changes the model and answers `done`, or the name of the refusal. */
function expected(m: Model, c: Exclude<Command, { do: 'again' }>): string {
  if (c.do === 'deposit' || c.do === 'topUp') m.prestore += c.fen
  else if (c.do === 'withdraw') {
    if (m.prestore < c.fen) return 'notEnough'
    m.prestore -= c.fen
    m.withdrawals.push(c.fen)
  } else if (c.do === 'cancelWithdrawal') {
    if (m.withdrawals.length === 0) return 'skipped'
    m.prestore += m.withdrawals.pop() ?? 0
  } else if (c.do === 'spend') {
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
    Object.assign(o, { advance: c.fen, paid: c.fen, prepaid: true })
  } else if (c.do === 'refund') {
    const kept = Math.min(c.fen, o.advance)
    if (o.paid - (o.advance - kept) < o.invoiced) return 'invoicedFirst'
    m.prestore += o.advance - kept
    o.paid -= o.advance - kept
    o.advance = 0
  } else if (c.do === 'settle') {
    if (o.settled || o.advance === 0) return 'skipped'
    const back = o.advance - Math.min(o.advance, c.fen)
    if (back > 0 && o.paid - back < o.invoiced) return 'invoicedFirst'
    m.prestore += back
    o.paid -= back
    Object.assign(o, { advance: 0, settled: true })
  } else if (c.do === 'invoice') {
    if (o.invoiced + c.fen > o.paid) return 'overInvoiced'
    o.invoiced += c.fen
  } else if (c.do === 'redden') {
    if (o.invoiced === 0) return 'skipped'
    o.invoiced = 0
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

interface Who {
  customerId: number
  firstOrder: number
  used: number
  withdrawals: Withdrawal[]
  invoiced: number[]
}

/** Nothing of these names a step, so that a repetition is another request. */
const NOT_REPEATED = ['withdraw', 'cancelWithdrawal', 'invoice', 'redden']

async function performed(c: Exclude<Command, { do: 'again' }>, who: Who, business: number): Promise<string> {
  const { customerId } = who
  const ctx = app.system
  const plain = { customerId, kind: 'model', businessId: business, operation: c.do, memo: '' }
  const order = { customerId, orderId: who.firstOrder + ('order' in c ? c.order : 0), orderNo: 'MX' }
  try {
    if (c.do === 'deposit') await creditPrestore(ctx, { ...plain, amountFen: c.fen })
    else if (c.do === 'topUp')
      await creditPrestore(ctx, { ...plain, amountFen: c.fen, counter: laboratoryAccount('alipay') })
    else if (c.do === 'withdraw') who.withdrawals.push(await withdrawn(customerId, c.fen))
    else if (c.do === 'cancelWithdrawal') await releaseHold(ctx, who.withdrawals.pop() as Withdrawal, '撤销')
    else if (c.do === 'invoice') await claimInvoiced(ctx, customerId, [{ orderId: order.orderId, amountFen: c.fen }])
    else if (c.do === 'redden')
      await releaseInvoiced(ctx, customerId, [{ orderId: order.orderId, amountFen: who.invoiced[c.order] ?? 0 }])
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

function withdrawn(customerId: number, amountFen: number): Promise<Withdrawal> {
  const to = { holder: '', bank: '', account: '' }
  return app.system.db.tx((db) =>
    openWithdrawal({ ...app.system, db }, { customerId, source: 'prestore', amountFen, to, reason: '', madeBy: null }),
  )
}

/** Withdrawals are cancelled here without their stage, so that the checks of their rows do not apply. */
async function faults(): Promise<string[]> {
  const found: string[] = []
  for (const check of bookChecks.filter(({ key }) => /^(ledger|prestore|credit)\./.test(key)))
    found.push(...(await runCheck(app.db, check, app.clock.now())).faults)
  return found
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

/** A check reads all tables, so it is not made after each sequence of a long run. */
const CHECKED_EVERY = 100

describe('the ledger against its model', () => {
  it('[I-1] [I-2] [I-4] [T-20] [T-36] any sequence of commands, with repeats, ends in the state of the model and in a consistent ledger', async () => {
    const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 31))
    const numRuns = Number(process.env.LEDGER_RUNS ?? 100)
    const least = Number(process.env.LEDGER_STEPS ?? 5)
    const steps = { minLength: least, maxLength: least + 20, size: 'max' } as const
    let sequences = 0
    process.stdout.write(`ledger model: LEDGER_SEED=${seed} LEDGER_RUNS=${numRuns}\n`)
    await fc.assert(
      fc.asyncProperty(fc.array(command, steps), async (commands) => {
        const { id: customerId } = await app.customer(3)
        const model: Model = {
          prestore: 0,
          limit: undefined,
          available: 0,
          used: 0,
          repaid: 0,
          orders: [emptyOrder(), emptyOrder(), emptyOrder()],
          withdrawals: [],
        }
        businesses += 100
        const firstOrder = businesses
        const withdrawals: Withdrawal[] = []
        let last: { command: Exclude<Command, { do: 'again' }>; business: number; used: number } | undefined
        for (const [i, c] of commands.entries()) {
          if (c.do === 'again') {
            // Repeating a command, as after a lost response, changes nothing.
            if (last)
              await performed(
                last.command,
                { customerId, firstOrder, used: last.used, withdrawals, invoiced: [] },
                last.business,
              )
          } else {
            const used = model.used
            const invoiced = model.orders.map((o) => o.invoiced)
            const wanted = expected(model, c)
            if (wanted === 'skipped') continue
            const business = businesses * 100 + i
            expect([c, await performed(c, { customerId, firstOrder, used, withdrawals, invoiced }, business)]).toEqual([
              c,
              wanted,
            ])
            last = wanted === 'done' && !NOT_REPEATED.includes(c.do) ? { command: c, business, used } : undefined
          }
          await holds(model, customerId)
        }
        if (++sequences % CHECKED_EVERY === 0) expect(await faults()).toEqual([])
      }),
      { seed, numRuns, endOnFailure: false },
    )
    expect(await faults()).toEqual([])
  }, 36_000_000)
})
