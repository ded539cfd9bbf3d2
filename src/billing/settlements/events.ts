import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

export const settlementAssigned = defineEvent(
  'settlement.assign',
  z.object({
    id: z.number().int(),
    settlementNo: z.string(),
    customerId: z.number().int(),
    totalFen: z.number().int(),
    until: z.string().optional(),
  }),
)
/** To one side of a settlement that another customer pays: `other` is the name of the other side. */
const between = z.object({
  id: z.number().int(),
  customerId: z.number().int(),
  settlementNo: z.string(),
  totalFen: z.number().int(),
  until: z.string().optional(),
  other: z.string(),
})
/** To the payer: asked, reminded, and no longer asked. */
export const payerAsked = defineEvent('settlement.askPayer', between)
export const payerReminded = defineEvent('settlement.remindPayer', between)
export const payerReleased = defineEvent('settlement.releasePayer', between)
/** To the customer whose orders were paid. */
export const paidForCustomer = defineEvent('settlement.paidForYou', between)

export const amountFixed = defineEvent(
  'settlement.fix',
  z.object({
    orderNo: z.string(),
    customerId: z.number().int(),
    finalFen: z.number().int(),
    openFen: z.number().int(),
    reason: z.string().optional(),
    until: z.string().optional(),
  }),
)

/** `no`: the number of the settlement, or of the order when its row is not grouped. */
const owed = z.object({
  customerId: z.number().int(),
  no: z.string(),
  settled: z.boolean(),
  amountFen: z.number().int(),
  until: z.string(),
  onCredit: z.boolean().optional(),
  /** The time at which staff asked; reminders by staff are events of their own. */
  askedAt: z.string().optional(),
})

export const dueSoon = defineEvent('settlement.dueSoon', owed)
export const overdue = defineEvent('settlement.overdue', owed)

const openRow = z.object({ rowId: z.number().int() })

export const remindDueJob = defineJob('settlement.remind-due', openRow)
export const remindOverdueJob = defineJob('settlement.remind-overdue', openRow)

const asked = z.object({ settlementId: z.number().int() })

export const remindPayerJob = defineJob('settlement.remind-payer', asked)
export const lapseJob = defineJob('settlement.lapse', asked)
