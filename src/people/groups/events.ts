import { z } from 'zod'
import { defineEvent } from '../../platform/jobs/declared.ts'

const told = { customerId: z.number().int(), groupNo: z.string(), groupName: z.string() }

/** Somebody applied: told to the owner and each manager. `memberId` makes the event of each application another one. */
export const groupApplied = defineEvent(
  'group.applied',
  z.object({ ...told, memberId: z.number().int(), memberName: z.string() }),
)

/** Told to the person who is invited. */
export const groupInvited = defineEvent(
  'group.invited',
  z.object({ ...told, memberId: z.number().int(), other: z.string() }),
)

/** Told to the member to whom the owner offers the group. */
export const transferOffered = defineEvent(
  'group.transferOffered',
  z.object({ ...told, transferId: z.number().int(), other: z.string() }),
)

/** The owner made a member a manager, or a manager a member. */
export const roleChanged = defineEvent(
  'group.roleChanged',
  z.object({ ...told, memberId: z.number().int(), at: z.string(), roleName: z.string() }),
)

export const limitsChanged = defineEvent(
  'group.limitsChanged',
  z.object({ ...told, memberId: z.number().int(), at: z.string() }),
)

/** The owner demands a second factor; told to each member who has none. */
export const factorDemanded = defineEvent('group.factorDemanded', z.object({ ...told, at: z.string() }))
