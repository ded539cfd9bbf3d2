/** Who moves a thing on. Which staff role may is said by the role × action table, under `${entity}.${transition}`. */
export type Party = 'customer' | 'staff' | 'system'

export interface Transition<Stage extends string> {
  /** What the button says. */
  label: string
  from: readonly Stage[]
  to: Stage
  by: readonly Party[]
  /** A reason must be given; it is kept in the history. */
  reason?: 'required'
}

export interface Lifecycle<Stage extends string = string, Action extends string = string> {
  /** Names the events (`order.approve`) and the history (`order`). */
  entity: string
  /** Table with columns id, stage, version. */
  table: string
  stages: Readonly<Record<Stage, string>>
  transitions: Readonly<Record<Action, Transition<Stage>>>
}

/** One table per lifecycle: from it come the transition function's checks, the buttons, the graph in the tests. */
export function defineLifecycle<const Stage extends string, const Action extends string>(
  lifecycle: Lifecycle<Stage, Action>,
): Lifecycle<Stage, Action> {
  return lifecycle
}

/** The transitions open to a party at a stage, for menus and buttons. */
export function actionsAt<Stage extends string, Action extends string>(
  lifecycle: Lifecycle<Stage, Action>,
  stage: Stage,
  party: Party,
): Action[] {
  const all = Object.entries(lifecycle.transitions) as [Action, Transition<Stage>][]
  return all.filter(([, t]) => t.from.includes(stage) && t.by.includes(party)).map(([action]) => action)
}
