import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { invoiceLifecycle } from '../../billing/invoices/rules.ts'
import { sampleLifecycle } from '../../lab/samples/rules.ts'
import { orderStages } from '../../lab/orders/rules.ts'
import { accountStates } from '../../people/customers/rules.ts'
import { done, idField, keyOf, timeText } from '../../platform/contract/fields.ts'

const target = z.strictObject({ id: idField })
const tabCount = z.object({ tab: z.string(), label: z.string(), count: z.number().int() })

export const staffCustomerShow = defineCall({
  name: 'customer/show',
  area: 'staff',
  action: 'customer.read',
  reads: true,
  summary: '客户概览：资料（脱敏）、课题组、订单、资金、样品、优惠券与最近联系',
  input: target,
  output: z.object({
    id: z.number().int(),
    name: z.string(),
    company: z.string(),
    typeName: z.string(),
    region: z.string(),
    phone: z.string(),
    email: z.string(),
    state: keyOf(accountStates),
    /** While the customer may still take back the closing of the account: when it closes. */
    closesAt: timeText.nullable(),
    /** The number of the group whose account this is. */
    accountOf: z.string().nullable(),
    /** Whether signing in asks for a code of an app. */
    secondFactor: z.boolean(),
    advisor: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    /** Account managers to choose from; empty for a role that may not assign. */
    advisors: z.array(z.object({ id: z.number().int(), name: z.string() })),
    groups: z.array(z.object({ groupNo: z.string(), name: z.string(), roleName: z.string() })),
    orders: z.object({
      tabs: z.array(tabCount),
      total: z.number().int(),
      latest: z.array(
        z.object({
          orderNo: z.string(),
          title: z.string(),
          stage: z.enum(orderStages),
          stageName: z.string(),
          createdAt: timeText,
        }),
      ),
    }),
    /** Null for a role that may not read settlements. */
    money: z
      .object({
        balanceFen: z.number().int(),
        giftFen: z.number().int(),
        creditUsedFen: z.number().int(),
        creditLimitFen: z.number().int(),
        unpaidFen: z.number().int(),
        unsettledFen: z.number().int(),
        overdueFen: z.number().int(),
        /** What the paid orders cost that this account pays, and those of the last 365 days. */
        paidFen: z.number().int(),
        yearFen: z.number().int(),
      })
      .nullable(),
    /** Null for a role that may not read samples. */
    samples: z
      .array(z.object({ stage: keyOf(sampleLifecycle.stages), label: z.string(), count: z.number().int() }))
      .nullable(),
    /** Null for a role that may not read invoices. */
    invoices: z
      .object({
        total: z.number().int(),
        latest: z.array(
          z.object({
            applicationNo: z.string(),
            title: z.string(),
            stage: keyOf(invoiceLifecycle.stages),
            stageLabel: z.string(),
            amountFen: z.number().int(),
            createdAt: timeText,
          }),
        ),
      })
      .nullable(),
    coupons: z.number().int(),
    /** Usable points, and points that are deducted from what comes in next. */
    points: z.object({ usable: z.number().int(), owed: z.number().int() }),
    lastSpokenAt: timeText.nullable(),
  }),
})

export const staffCustomerContact = defineCall({
  name: 'customer/contact',
  area: 'staff',
  action: 'customer.contact',
  reads: true,
  summary: '客户的完整手机号与邮箱；每次查看记入操作日志',
  input: target,
  output: z.object({ phone: z.string(), email: z.string() }),
})

export const staffCustomerAssign = defineCall({
  name: 'customer/assign',
  area: 'staff',
  action: 'customer.assign',
  repeat: 'sets-state',
  summary: '更换客户经理',
  input: z.strictObject({ id: idField, advisorId: idField }),
  output: done,
})
