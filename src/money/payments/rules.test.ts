import { describe, expect, test } from 'vitest'
import { nextAsk, paymentNo, serves } from './rules.ts'

const at = (time: string) => new Date(`2026-03-02T${time}Z`)

test('the channel is asked after one, five and thirty minutes, and a last time a minute after the expiry', () => {
  const ask = (step: number) => nextAsk(at('02:00:00'), at('02:30:00'), step)
  expect([0, 1, 2, 3, 4].map(ask)).toEqual([
    { at: at('02:01:00'), closes: false, step: 0 },
    { at: at('02:05:00'), closes: false, step: 1 },
    { at: at('02:30:00'), closes: false, step: 2 },
    { at: at('02:31:00'), closes: true, step: 3 },
    undefined,
  ])
})

describe('an open payment', () => {
  const asked = { channel: 'alipay', scene: 'page', phone: false, amountFen: 500 }
  const open = { ...asked, expiresAt: at('02:30:00') }

  test('is offered again for the same channel, scene, device and amount only', () => {
    expect(serves(open, asked, at('02:00:00'))).toBe(true)
    for (const other of [{ channel: 'wechatpay' }, { scene: 'code' }, { phone: true }, { amountFen: 501 }])
      expect([other, serves(open, { ...asked, ...other }, at('02:00:00'))]).toEqual([other, false])
  })

  test('is offered again while two minutes are left', () => {
    expect(serves(open, asked, at('02:28:00'))).toBe(true)
    expect(serves(open, asked, at('02:28:01'))).toBe(false)
  })
})

test('the number of a payment has its day, six digits and its letters', () => {
  expect(paymentNo('2026-03-02', 7, 'abcd')).toBe('P260302000007abcd')
})
