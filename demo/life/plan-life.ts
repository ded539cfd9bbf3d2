import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { planAdd, planDelete, planList } from '../../src/lab/plans/contract.ts'
import type { OutputOf, SentTo } from '../../src/platform/contract/call.ts'
import { filledForm } from './form.ts'
import { canPay, paysDebts } from './money-life.ts'
import type { Actor, World } from './world.ts'

export interface PlanEntry {
  line: SentTo<typeof planAdd>
  /** Called with the number of the line. */
  added?: (planId: number) => void
}

/**
 * Adds lines to the plan and orders them. Who has no budget left, or is refused, takes the lines out again, so that a plan holds what is still
 * wanted; the answer is undefined for want of budget.
 */
export async function ordered(
  world: World,
  buyer: Actor,
  entries: readonly PlanEntry[],
  inputOf: (planIds: number[]) => SentTo<typeof orderAdd> | Promise<SentTo<typeof orderAdd>>,
): Promise<OutputOf<typeof orderAdd> | undefined> {
  const planIds: number[] = []
  const takeOut = () => world.call(planDelete, { ids: planIds }, buyer)
  await paysDebts(world, buyer)
  try {
    for (const { line, added } of entries) {
      const { id } = await world.call(planAdd, line, buyer)
      planIds.push(id)
      added?.(id)
    }
    const input = await inputOf(planIds)
    if (await canPay(world, buyer, input.planIds, input.groupNo ?? '')) return await world.call(orderAdd, input, buyer)
    if (planIds.length > 0) await takeOut()
    return undefined
  } catch (error) {
    if (planIds.length > 0) await takeOut()
    throw error
  }
}

const LINES = 3

/** At the end of the life each person of the demo's list of accounts is about to order three tests; nobody else left a line behind. */
export async function openPlans(world: World, phones: ReadonlySet<string>): Promise<void> {
  const common = world.projects.filter(({ typeId, forms }) => typeId === 1 && forms.length > 0).slice(0, 12)
  for (const person of world.people) {
    const { dataArr } = await world.call(planList, {}, person)
    const ids = dataArr.flatMap(({ items }) => items.map(({ id }) => id))
    if (ids.length > 0) await world.call(planDelete, { ids: ids.slice(0, 100) }, person)
    if (!phones.has(person.phone)) continue
    const from = world.random.whole(0, common.length - 1)
    for (let n = 0; n < LINES; n++) {
      const project = common[(from + n) % common.length]
      if (!project) continue
      const parameters = filledForm(project.form, world.random)
      await world.call(planAdd, { rid: project.rid, parameters, sampleCount: n + 1, urgent: false }, person)
    }
  }
}
