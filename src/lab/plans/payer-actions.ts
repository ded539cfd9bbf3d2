import { customerOf } from '../../people/customers/actions.ts'
import type { CustomerGroup } from '../../people/customers/rules.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'

/** Who pays for what a person orders: the person, or a group for which the person may order. */
export interface Payer {
  payerId: number
  /** Decides the prices and how the order is paid. */
  group: CustomerGroup
  /** Of the person who orders, for whose group the plan keeps its prices. */
  ownGroup: CustomerGroup
}

export async function payerFor(ctx: Ctx<Customer>): Promise<Payer> {
  const { group } = await customerOf(ctx, ctx.actor.id)
  return { payerId: ctx.actor.id, group, ownGroup: group }
}
