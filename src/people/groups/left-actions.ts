import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { type GroupToOrderFor, groupsToOrderFor } from './actions.ts'
import { lacksFactor } from './factor-actions.ts'
import { joinedMember } from './members/member-store.ts'
import { usedInMonth } from './spend-store.ts'

/** A group for which a person may order, with what is left of the person's own limits. */
export interface GroupWithLeft extends GroupToOrderFor {
  /** Of this month; null: without a limit. */
  leftFen: number | null
  /** Orders above it wait for the owner or a manager; null: none does. */
  approvalAboveFen: number | null
  /** The group demands a second factor that the person does not have. */
  factorFirst: boolean
}

export async function groupsWithLeft(ctx: Pick<Ctx, 'db' | 'clock'>, personId: number): Promise<GroupWithLeft[]> {
  const month = shanghaiDate(ctx.clock.now()).slice(0, 7)
  const found: GroupWithLeft[] = []
  for (const group of await groupsToOrderFor(ctx, personId)) {
    const member = await joinedMember(ctx.db, group.groupId, personId)
    if (!member) continue
    const { monthLimitFen, approvalAboveFen } = member
    const used = await usedInMonth(ctx.db, { groupId: group.groupId, memberId: personId, month })
    found.push({
      ...group,
      leftFen: monthLimitFen === null ? null : Math.max(0, monthLimitFen - used.monthFen),
      approvalAboveFen: group.role === 'owner' ? null : approvalAboveFen,
      factorFirst: await lacksFactor(ctx, group, personId),
    })
  }
  return found
}
