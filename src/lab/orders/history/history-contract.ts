import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../../core/files/contract.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { nothing } from '../../../platform/contract/fields.ts'
import { byNumber, orderFilters, orderStageFilters } from '../contract.ts'

const choices = z.array(z.object({ id: z.number().int(), name: z.string() }))

/** What the list of orders can be narrowed by: everything that occurs in it, so a choice never leads nowhere by a wrong number. */
export const orderChoices = defineCall({
  name: 'order/choices',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单查询可选的检测项目与成员',
  input: nothing,
  output: z.object({
    /** Of the orders that the caller reads, by rid. */
    projects: choices,
    /** In the name of a group: its members, and former ones who ordered. Otherwise empty. */
    members: choices,
  }),
})

/** In whose name the person reads an order: a link may be opened in another one. Asked as the person, also in a tab that works for a group. */
export const orderWhose = defineCall({
  name: 'order/whose',
  area: 'auth',
  reads: true,
  summary: '可以用哪个身份查看订单',
  input: z.strictObject(byNumber),
  output: z.object({ own: z.boolean(), groups: z.array(z.object({ groupNo: z.string(), name: z.string() })) }),
})

/** The same orders as `orderHistory` with the same input. */
export const orderHistoryFile = defineCall({
  name: 'order/historyFile',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '把查询到的订单下载为 Excel',
  input: z.strictObject({ ...orderStageFilters, ...orderFilters, browserKey: browserKeyField }),
  output: linkOutput,
})
