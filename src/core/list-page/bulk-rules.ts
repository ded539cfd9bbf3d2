import type { Lifecycle } from '../../platform/lifecycle/lifecycle.ts'

/** Says of a row in which stages a step of its lifecycle, or the other for which the verb also stands, is possible, when it is in none of them. */
export function unfitFor<Stage extends string, Action extends string>(
  { stages, transitions }: Pick<Lifecycle<Stage, Action>, 'stages' | 'transitions'>,
  action: Action,
  ...others: Action[]
): (row: { stage: Stage }) => string | undefined {
  const from = [action, ...others].flatMap((each) => transitions[each].from)
  const fit = from.map((stage) => `“${stages[stage]}”`).join('、')
  return ({ stage }) =>
    from.includes(stage) ? undefined : `现为“${stages[stage]}”，${fit}状态才能${transitions[action].label}`
}
