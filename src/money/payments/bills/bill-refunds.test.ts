import { expect, it } from 'vitest'
import type { Ctx } from '../../../platform/http/ctx.ts'
import type { PayChannel } from '../../../platform/pay/channel.ts'
import { fromShanghai } from '../../../platform/time.ts'
import type { Paying } from '../payable-actions.ts'
import type { ComparedRefund } from '../rules.ts'
import { compareRefunds } from './bill-refund-actions.ts'

function doneOn(sent: string): ComparedRefund {
  return {
    refundNo: 'T1',
    paymentNo: 'P1',
    channel: 'wechatpay',
    stage: 'done',
    amountFen: 1000,
    sentAt: fromShanghai(sent),
    providerNo: null,
  }
}

/** Compares the bill of a day with one refund that was done on it, and answers which earlier bills were fetched. */
async function compared(own: ComparedRefund, day: string) {
  const fetched: string[] = []
  const bill = async (of: string) => {
    fetched.push(of)
    return []
  }
  const channel = { key: 'wechatpay', bill } as unknown as PayChannel
  const refunds = { byNos: async () => [], doneBetween: async () => [own], ask: async () => {} }
  const found = await compareRefunds({} as Ctx, { refunds } as unknown as Paying, channel, day, [])
  return { fetched, kinds: found.map(({ kind }) => kind) }
}

it('a refund that the bill of its day lacks is looked for in the bills back to the day it was sent, and in none before', async () => {
  expect(await compared(doneOn('2026-03-02 23:50'), '2026-03-04')).toEqual({
    fetched: ['2026-03-03', '2026-03-02'],
    kinds: ['missing'],
  })
  expect(await compared(doneOn('2026-03-04 00:10'), '2026-03-04')).toEqual({ fetched: [], kinds: ['missing'] })
})
