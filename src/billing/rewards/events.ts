import { z } from 'zod'
import { defineEvent, defineJob } from '../../platform/jobs/declared.ts'

const rewardOf = {
  customerId: z.number().int(),
  friendId: z.number().int(),
  orderNo: z.string(),
  side: z.enum(['inviter', 'friend']),
  points: z.number().int(),
}

/** Points of an invitation were given to one of both sides. */
export const inviteRewarded = defineEvent('invite.rewarded', z.object(rewardOf))
/** They were taken back, because the order was paid back. */
export const inviteRewardLost = defineEvent('invite.rewardLost', z.object(rewardOf))

/** The waiting time after the friend's first payment is over. */
export const inviteDueJob = defineJob('rewards.invite-due', z.object({ friendId: z.number().int() }))
