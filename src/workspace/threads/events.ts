import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

/** Messages of the laboratory were not read for some minutes. `customerId` is who is told: the customer, or the account of the group. */
export const threadUnread = defineEvent(
  'thread.unread',
  z.object({
    customerId: z.number().int(),
    orderNo: z.string(),
    messageId: z.number().int(),
    count: z.number().int(),
    said: z.string(),
  }),
)

/** Due some minutes after a message: tells the other side if it has not read it. */
export const tellUnreadJob = defineJob(
  'thread.tell-unread',
  z.object({ threadId: z.number().int(), to: z.enum(['customer', 'staff']) }),
)

/** One mail to one member of staff, so that a failing mailbox does not delay the others. */
export const mailStaffJob = defineJob(
  'thread.mail-staff',
  z.object({ threadId: z.number().int(), messageId: z.number().int(), recipient: z.string() }),
)
