import { describe, expect, it } from 'vitest'
import { testClock } from '../clock.ts'
import { errorFacts } from '../log/error-facts.ts'
import { working } from '../observe/work.ts'
import { browserFrames } from './browser-frames.ts'
import { browserFault, serverFault } from './fault.ts'
import { FaultBook } from './fault-book.ts'
import { isProgramFault } from './program-fault.ts'

const work = { kind: 'call', name: 'order/add', requestId: 'r-1' } as const
const thrown = (message: string, more: object = {}, stack = '') => {
  const error = Object.assign(new Error(message), more)
  if (stack) error.stack = `Error: ${message}\n${stack}`
  return error
}
const faultOf = (error: unknown, of: typeof work | { kind: 'job'; name: string } = work, release = '0.2.0') =>
  serverFault(errorFacts(error), { work: of, said: 'call failed', release })
const FRAMES =
  '    at placeOrder (src/lab/ordering/place-actions.ts:40:9)\n    at run (src/platform/http/dispatch.ts:9:1)'

describe('faults of the server', () => {
  it('are one when type, place and own frames are the same, whatever the lines, values and releases are', () => {
    const one = faultOf(thrown('order 12 of "张三" is wrong', {}, FRAMES))
    const moved = faultOf(thrown('order 99 of "李四" is wrong', {}, FRAMES.replaceAll(':9:', ':77:')), work, '0.3.0')
    expect(moved.fingerprint).toBe(one.fingerprint)
    const others = [
      faultOf(new TypeError('order 12 is wrong')),
      faultOf(thrown('order 12', {}, FRAMES.replace('placeOrder', 'payOrder'))),
      faultOf(thrown('order 12', {}, FRAMES), { kind: 'job', name: 'order/add' }),
      faultOf(thrown('order 12', { code: '23505', constraint: 'orders_no_key' }, FRAMES)),
      faultOf(thrown('order 12', { code: '23505', constraint: 'orders_other_key' }, FRAMES)),
    ]
    expect(new Set([one, ...others].map(({ fingerprint }) => fingerprint)).size).toBe(others.length + 1)
  })

  it('have type, code and frames of what caused them, and no values', () => {
    const cause = thrown('duplicate key 13812345678', { code: '23505', table: 'orders' }, FRAMES)
    const fault = faultOf(thrown('it failed', { cause }, FRAMES))
    expect(fault).toMatchObject({
      kind: 'call',
      place: 'order/add',
      type: 'Error',
      code: '23505',
      message: 'it failed',
    })
    expect(fault.stack).toContain(
      'caused by Error (23505 orders)\n    at placeOrder (src/lab/ordering/place-actions.ts',
    )
    expect(JSON.stringify(fault)).not.toContain('13812345678')
  })
})

describe('faults of a job', () => {
  it('are mistakes of the program at once, and what another try may mend only at the last try', () => {
    const network = new TypeError('fetch failed', { cause: thrown('x', { code: 'ECONNREFUSED' }) })
    expect(
      [new TypeError('x is undefined'), new RangeError('x'), thrown('x', { code: '23505' })].map(isProgramFault),
    ).toEqual([true, true, true])
    expect([network, thrown('refused'), thrown('x', { code: '40001' }), undefined].map(isProgramFault)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('frames of a browser', () => {
  it('look the same from every engine and name only our own scripts', () => {
    const chromium = [
      'TypeError: secret 13812345678',
      '    at Stage (https://shop.test/assets/order-page-Dd_P1s2x.js:1:234)',
      '    at async https://shop.test/assets/framework-Aa_B1c2d.js:12:5',
      '    at inject (chrome-extension://abcdefgh/13812345678.js:3:4)',
      '    at 张三 (https://shop.test/assets/x-Dd_P1s2x.js:1:2)',
    ]
    expect(browserFrames(chromium.join('\n')).split('\n')).toEqual([
      'at Stage (assets/order-page-Dd_P1s2x.js:1:234)',
      'at assets/framework-Aa_B1c2d.js:12:5',
      'at inject (elsewhere:3:4)',
      'at assets/x-Dd_P1s2x.js:1:2',
    ])
    expect(browserFrames('Stage@https://shop.test/assets/a-Dd_P1s2x.js:1:2\n@https://shop.test/assets/b.js:3:4')).toBe(
      'at Stage (assets/a-Dd_P1s2x.js:1:2)\nat assets/b.js:3:4',
    )
  })

  it('tell that an error is the same in the next build, which names functions and files anew', () => {
    const of = (stack: string, message = 'x is undefined') =>
      browserFault({ type: 'TypeError', message, stack, place: '/member/order/*', release: '0.2.0' }).fingerprint
    expect(of('at a (assets/order-AAAAAAAA.js:1:2)')).toBe(of('at b (assets/order-BBBBBBBB.js:9:8)'))
    expect(of('at a (assets/order-AAAAAAAA.js:1:2)')).not.toBe(of('at a (assets/plan-AAAAAAAA.js:1:2)'))
    expect(of('at a (assets/order-AAAAAAAA.js:1:2)')).not.toBe(of('at a (assets/order-AAAAAAAA.js:1:2)', 'y'))
  })
})

describe('the book of faults that are not written yet', () => {
  const clock = testClock(new Date('2026-03-02T02:00:00Z'))
  const failing = (name: string) => thrown('x', {}, `    at ${name} (src/a.ts:1:1)`)

  it('counts what is the same and keeps the latest occurrences', () => {
    const book = new FaultBook(clock)
    working(work, () => {
      for (let i = 0; i < 50; i += 1) book.note(failing('one'), 'call failed', `request-${i}`)
    })
    const { faults } = book.take()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ times: 50, place: 'order/add' })
    expect(faults[0]?.samples.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 20 }, (_, i) => `request-${i + 30}`),
    )
    expect(book.take()).toEqual({ faults: [], dropped: 0 })
  })

  it('has a limit in number and speed, and counts what it drops', () => {
    const book = new FaultBook(clock)
    for (let i = 0; i < 300; i += 1) book.note(failing(`f${i}`), 'x')
    clock.advance({ seconds: 2 })
    for (let i = 300; i < 400; i += 1) book.note(failing(`f${i}`), 'x')
    const { faults, dropped } = book.take()
    expect([faults.length, dropped]).toEqual([200, 200])
  })

  it('takes back what could not be written, with what was noted meanwhile', () => {
    const book = new FaultBook(clock)
    clock.advance({ seconds: 2 })
    book.note(failing('one'), 'x')
    const taken = book.take()
    clock.advance({ seconds: 2 })
    book.note(failing('one'), 'x')
    book.note(failing('two'), 'x')
    book.putBack(taken)
    const { faults } = book.take()
    expect(faults.map(({ times }) => times)).toEqual([2, 1])
    expect(faults[0]?.lastSeenAt).toEqual(clock.now())
    expect(faults[0]?.samples).toHaveLength(2)
  })

  it('takes only so many different ones of browsers in an hour', () => {
    const book = new FaultBook(clock)
    const note = (name: string) =>
      book.noteReported(browserFault({ type: name, message: '', stack: '', place: '/', release: '0.2.0' }), 'id')
    clock.advance({ seconds: 2 })
    for (let i = 0; i < 60; i += 1) note(`Type${i}`)
    note('Type3')
    const { faults, dropped } = book.take()
    expect([faults.length, dropped, faults[3]?.times]).toEqual([50, 10, 2])
    clock.advance({ hours: 1 })
    note('Another')
    expect(book.take().faults).toHaveLength(1)
  })
})
