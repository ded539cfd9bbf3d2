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
