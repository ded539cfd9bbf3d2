import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { recordCreation } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { customerOf, openGroupAccount } from '../customers/actions.ts'
import { groupErrors } from './errors.ts'
import { insertMember } from './member-store.ts'
import { type GroupKind, groupLifecycle, groupNo, MAX_GROUPS_OWNED, memberLifecycle, userTypeOf } from './rules.ts'
import { countOwned, type Group, insertGroup, nextGroupNumber } from './store.ts'

export interface GroupFields {
  name: string
  unit: string
  kind: GroupKind
  note: string
}

/** Founds a group with its account; the person becomes its owner. Staff verify the unit before anybody orders for it. */
export async function foundGroup(ctx: Ctx<Customer>, fields: GroupFields): Promise<Group> {
  const me = await customerOf(ctx, ctx.actor.id)
  if (me.profileCompletedAt === null) throw refuse(groupErrors.profileFirst)
  return inTx(ctx, async (inner) => {
    if ((await countOwned(inner.db, me.id)) >= MAX_GROUPS_OWNED) throw refuse(groupErrors.tooManyGroups)
    const { name, unit, kind } = fields
    const now = inner.clock.now()
    const accountId = await openGroupAccount(inner, me.id, { name, company: unit, userType: userTypeOf(kind) })
    const no = groupNo(shanghaiDate(now), await nextGroupNumber(inner.db))
    const group = await insertGroup(inner.db, { ...fields, groupNo: no, accountId, founderId: me.id }, now)
    await recordCreation(inner, groupLifecycle, group.id, 'pending')
    const owner = {
      groupId: group.id,
      customerId: me.id,
      phone: null,
      role: 'owner',
      stage: 'joined',
      message: '',
    } as const
    const member = await insertMember(inner.db, owner, now)
    if (!member) throw new Error('a new group has no members')
    await recordCreation(inner, memberLifecycle, member.id, 'joined')
    return group
  })
}
