import { customerOf } from '../../people/customers/actions.ts'
import { groupToOrderFor } from '../../people/groups/actions.ts'
import type { CustomerGroup } from '../../people/customers/rules.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'

/** Who pays for what a person orders: the person, or a group for which the person may order. */
export interface Payer {
  payerId: number
  groupId: number | null
  /** Decides the prices and how the order is paid. */
  group: CustomerGroup
  /** Of the person who orders, for whose group the plan keeps its prices. */
  ownGroup: CustomerGroup
}

/** Refused when the person may not order for this group. Without a number the person pays. */
export async function payerFor(ctx: Ctx<Customer>, groupNo: string | undefined): Promise<Payer> {
  const { group: ownGroup } = await customerOf(ctx, ctx.actor.id)
  if (groupNo === undefined || groupNo === '')
    return { payerId: ctx.actor.id, groupId: null, group: ownGroup, ownGroup }
  const { accountId: payerId, groupId, customerGroup: group } = await groupToOrderFor(ctx, ctx.actor.id, groupNo)
  return { payerId, groupId, group, ownGroup }
}
