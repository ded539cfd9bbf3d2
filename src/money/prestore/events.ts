import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'
import { transferUses } from './rules.ts'

const received = { id: z.number().int(), customerId: z.number().int(), amountFen: z.number().int() }

export const receivedKept = defineEvent('received.keep', z.object({ ...received, version: z.number().int() }))
/**
 * A matched transfer was credited to the balance, and what was paid with it there: nothing (`kept`), all of it (`paid`), a part of it
 * (`over`); or nothing because it was too little (`short`) or there was nothing left to pay (`late`).
 */
export const transferMatched = defineEvent(
  'transfer.matched',
  z.object({
    ...received,
    balanceFen: z.number().int().optional(),
    kind: z.enum(['prestore', 'settlement', 'order']).optional(),
    payableNo: z.string().optional(),
    use: z.enum(transferUses).optional(),
    paidFen: z.number().int().optional(),
  }),
)
