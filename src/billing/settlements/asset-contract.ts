import { orderTabKeys } from '../../lab/orders/rules.ts'
import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { nothing } from '../../platform/contract/fields.ts'

// What a customer owns and owes. Pages of settlements refresh these numbers; the member home gathers them from several slices.

/** The numbers of the member home. */
export const assetInit = defineCall({
  name: 'asset/init',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的资产总览：余额、额度、未结算与待付款',
  input: nothing,
  output: z.object({
    balanceFen: z.number(),
    giftFen: z.number(),
    /** Prepaid for open orders. */
    advanceFen: z.number(),
    /** Received by bank transfer and not assigned by finance yet. */
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

/** Counts for the badges in the member menu. */
export const assetAll4num = defineCall({
  name: 'asset/all4num',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '会员中心各栏目的待办数量',
  input: nothing,
  output: z.object({
    unsettled: z.number(),
    unpaid: z.number(),
    prestorePending: z.number(),
    prestoreRejected: z.number(),
    /** Questions of groups that wait for the person: invitations, offers of ownership, applicants. Zero in the name of a group. */
    groups: z.object({ invited: z.number().int(), offered: z.number().int(), applied: z.number().int() }),
    /** Orders per tab of the order list. */
    orders: z.record(z.enum(orderTabKeys), z.number().int()),
  }),
})
