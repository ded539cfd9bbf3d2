import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { listOf, nothing, pageFields, timeText } from '../../platform/contract/fields.ts'

/** The numbers of the member home. */
export const assetInit = defineCall({
  name: 'asset/init',
  area: 'auth',
  summary: '资产总览',
  input: nothing,
  output: z.object({
    balanceFen: z.number(),
    giftFen: z.number(),
    /** Prepaid for orders under way. */
    advanceFen: z.number(),
    /** Came to the bank and waits to be assigned by finance. */
    unassignedFen: z.number(),
    credit: z.object({
      opened: z.boolean(),
      limitFen: z.number(),
      heldFen: z.number(),
      usedFen: z.number(),
      availableFen: z.number(),
    }),
    unsettledFen: z.number(),
    unpaidFen: z.number(),
    overdueFen: z.number(),
  }),
})

export const assetDetail = defineCall({
  name: 'asset/detail',
  area: 'auth',
  summary: '资产流水',
  input: z.strictObject({
    account: z
      .enum(['prestore', 'gift', 'advance', 'credit_available'], { error: '账户类型不正确' })
      .default('prestore'),
    ...pageFields,
  }),
  output: listOf(
    z.object({ id: z.number(), at: timeText, memo: z.string(), amountFen: z.number(), balanceFen: z.number() }),
  ),
})

/** Counts for the badges of the member menu. */
export const assetAll4num = defineCall({
  name: 'asset/all4num',
  area: 'auth',
  summary: '会员中心角标',
  input: nothing,
  output: z.object({
    unsettled: z.number(),
    unpaid: z.number(),
    prestorePending: z.number(),
    prestoreRejected: z.number(),
    /** Orders by tab of the order list. */
    orders: z.record(z.string(), z.number()),
  }),
})
