import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

const customerAt = { customerId: z.number().int(), at: z.string().optional() }

export const accountRegistered = defineEvent(
  'account.registered',
  z.object({ customerId: z.number().int(), inviterCode: z.string() }),
)
export const passwordChanged = defineEvent('account.passwordChanged', z.object(customerAt))
export const contactChanged = defineEvent(
  'account.contactChanged',
  z.object({ ...customerAt, kind: z.enum(['phone', 'email']), former: z.string() }),
)
/** Staff confirmed the identity of the person in sessions in doubt; `devices` describes them in Chinese. */
export const accountVouched = defineEvent(
  'account.vouched',
  z.object({ ...customerAt, devices: z.string().optional() }),
)
