/** Who performs a transition. The role × action table says which staff roles may, under `${entity}.${transition}`. */
export type Party = 'customer' | 'staff' | 'system'

export interface Transition<Stage extends string> {
  /** The text of the button. */
  label: string
  from: readonly Stage[]
  to: Stage
  by: readonly Party[]
  /** A reason is required and stored in the history. */
  reason?: 'required'
}

export interface Lifecycle<Stage extends string = string, Action extends string = string> {
  /** The prefix of events (`order.approve`) and the name in the history (`order`). */
  entity: string
  /** Table with columns id, stage, version. */
  table: string
  stages: Readonly<Record<Stage, string>>
  transitions: Readonly<Record<Action, Transition<Stage>>>
}

/** Declares a lifecycle. The checks of `transition()`, the buttons and the tests are derived from it. */
export function defineLifecycle<const Stage extends string, const Action extends string>(
  lifecycle: Lifecycle<Stage, Action>,
): Lifecycle<Stage, Action> {
  return lifecycle
}

/** The transitions that a party may perform at a stage, for menus and buttons. */
export function actionsAt<Stage extends string, Action extends string>(
  lifecycle: Lifecycle<Stage, Action>,
  stage: Stage,
  party: Party,
): Action[] {
  const all = Object.entries(lifecycle.transitions) as [Action, Transition<Stage>][]
  return all.filter(([, t]) => t.from.includes(stage) && t.by.includes(party)).map(([action]) => action)
}
