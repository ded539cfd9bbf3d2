import type { InputOf } from '../../../platform/contract/call.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { keepSameAs, projectOfPlanLine } from '../../plans/actions.ts'
import type { planSameAs, planSameChoices } from '../../plans/contract.ts'
import { orderErrors } from '../errors.ts'
import { findOrders } from '../read-actions.ts'

/** Orders of the customer whose results of this project were delivered, the newest first. */
function comparable(ctx: Ctx<Customer>, rid: number) {
  return { customerId: ctx.actor.id, rid, delivered: true }
}

export async function sameChoices(ctx: Ctx<Customer>, { rid, page, size }: InputOf<typeof planSameChoices>) {
  const { rows, total } = await findOrders(ctx, { ...comparable(ctx, rid), limit: size, offset: (page - 1) * size })
  const list = rows.map(({ orderNo, title, deliveredAt }) => ({
    orderNo,
    title,
    deliveredAt: deliveredAt ? shanghaiTime(deliveredAt) : '',
  }))
  return { list, total, page, size }
}

/** Asks for the instrument and conditions of an earlier order of the same customer and project. */
export async function askSameAs(ctx: Ctx<Customer>, { id, orderNo }: InputOf<typeof planSameAs>) {
  return inTx(ctx, async (inner) => {
    const rid = await projectOfPlanLine(inner, id)
    if (orderNo !== '') {
      const { rows } = await findOrders(inner, { ...comparable(inner, rid), orderNo })
      if (rows.length === 0) throw refuse(orderErrors.notSameAs)
    }
    await keepSameAs(inner, id, orderNo)
    return {}
  })
}
