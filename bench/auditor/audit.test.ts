import { describe, expect, it } from 'vitest'
import { audit, type Facts } from './audit.ts'
import type { Act, Operation } from './history.ts'

const CLIENT = 7

/** One operation of a client; each lasts ten milliseconds. */
function did(at: number, act: Act, more: Partial<Operation> = {}): Operation {
  return { client: CLIENT, began: at, ended: at + 10, outcome: 'ok', act, ...more }
}

const sound: Operation[] = [
  did(0, { kind: 'balance', fen: 1000 }),
  did(20, { kind: 'order' }, { key: 'k1', outcome: 'lost' }),
  did(40, { kind: 'order', orderNo: 'A' }, { key: 'k1' }),
  did(60, { kind: 'look', orderNo: 'A', stage: 'prepay', version: 1 }),
  did(80, { kind: 'pay', orderNo: 'A' }, { key: 'p1', outcome: 'lost' }),
  did(100, { kind: 'pay', orderNo: 'A' }, { key: 'p1' }),
  did(120, { kind: 'balance', fen: 900 }),
  did(140, { kind: 'look', orderNo: 'A', stage: 'review', version: 2 }),
  did(160, { kind: 'order' }, { key: 'k2', outcome: 'lost' }),
]
const facts: Facts = {
  orders: [{ orderNo: 'A', client: CLIENT, stage: 'review', version: 2 }],
  movements: [
    { client: CLIENT, orderNo: null, amountFen: 1000, balanceFen: 1000 },
    { client: CLIENT, orderNo: 'A', amountFen: -100, balanceFen: 900 },
  ],
  stages: [
    { orderNo: 'A', version: 1, stage: 'prepay' },
    { orderNo: 'A', version: 2, stage: 'review' },
  ],
  imbalances: 0,
}
const movement = (orderNo: string, balanceFen: number) => ({ client: CLIENT, orderNo, amountFen: -100, balanceFen })
const order = (orderNo: string) => ({ orderNo, client: CLIENT, stage: 'prepay', version: 1 })

describe('the auditor', () => {
  it('finds nothing in a sound run, whether or not the work of a lost answer was done', () => {
    expect(audit(sound, facts)).toEqual([])
    expect(audit(sound, { ...facts, orders: [...facts.orders, order('B')] })).toEqual([])
  })

  it('finds an acknowledged order that is not there, or belongs to somebody else', () => {
    expect(audit(sound, { ...facts, orders: [] })).toEqual([expect.stringContaining('order A was acknowledged')])
    const stolen = [{ ...order('A'), client: 8 }]
    expect(audit(sound, { ...facts, orders: stolen })).toEqual([expect.stringContaining('order A was acknowledged')])
  })

  it('finds a key that made two orders, acknowledged or not', () => {
    const twice = [...sound, did(200, { kind: 'order', orderNo: 'B' }, { key: 'k1' })]
    expect(audit(twice, { ...facts, orders: [...facts.orders, order('B')] })).toEqual(['key k1 made the orders A, B'])
    expect(audit(sound, { ...facts, orders: [...facts.orders, order('B'), order('C')] })).toEqual([
      expect.stringContaining('has 2 orders beyond the acknowledged ones and 1 keys'),
    ])
  })

  it('finds an acknowledged payment that did not move the balance', () => {
    expect(audit(sound.slice(0, 6), { ...facts, movements: facts.movements.slice(0, 1) })).toEqual([
      expect.stringContaining('the payment of order A was acknowledged'),
    ])
  })

  it('finds an order that was paid twice, and a payment that nobody sent', () => {
    const again = { ...facts, movements: [...facts.movements, movement('A', 800)] }
    expect(audit(sound, again)).toContain('order A was paid twice')
    const unsent = { ...facts, movements: [...facts.movements, movement('B', 800)] }
    expect(audit(sound, unsent)).toEqual([expect.stringContaining('never sent the payment of order B')])
  })

  it('finds a balance that the account never had, or had before an acknowledged payment or an earlier read', () => {
    const never = [...sound, did(200, { kind: 'balance', fen: 950 })]
    expect(audit(never, facts)).toEqual([expect.stringContaining('950, which the account never had')])
    const old = [...sound, did(200, { kind: 'balance', fen: 1000 })]
    expect(audit(old, facts)).toEqual([expect.stringContaining('an old balance (1000)')])
    const back = [
      did(0, { kind: 'pay', orderNo: 'A' }, { key: 'p1', outcome: 'lost' }),
      did(20, { kind: 'balance', fen: 900 }),
      did(40, { kind: 'balance', fen: 1000 }),
    ]
    expect(audit(back, facts)).toEqual([expect.stringContaining('an old balance (1000)')])
  })

  it('allows the older of two balances while a payment is under way, and no payment before it was sent', () => {
    const during = [
      did(0, { kind: 'pay', orderNo: 'A' }, { key: 'p1', ended: 100 }),
      did(20, { kind: 'balance', fen: 1000 }),
      did(40, { kind: 'balance', fen: 900 }),
    ]
    expect(audit(during, facts)).toEqual([])
    const early = [did(0, { kind: 'balance', fen: 900 }), did(20, { kind: 'pay', orderNo: 'A' }, { key: 'p1' })]
    expect(audit(early, facts)).toEqual([expect.stringContaining('read the payment of A before it was sent')])
  })

  it('finds a stage that was never written, or is older than what was acknowledged or seen', () => {
    const never = [...sound, did(200, { kind: 'look', orderNo: 'A', stage: 'testing', version: 2 })]
    expect(audit(never, facts)).toEqual([expect.stringContaining('testing (version 2) of order A')])
    const back = [...sound, did(200, { kind: 'look', orderNo: 'A', stage: 'prepay', version: 1 })]
    expect(audit(back, facts)).toEqual([expect.stringContaining('version 1 of order A after version 2')])
  })

  it('finds transfers and accounts that do not tie', () => {
    expect(audit(sound, { ...facts, imbalances: 2 })).toEqual(['2 transfers or accounts do not tie'])
  })
})
