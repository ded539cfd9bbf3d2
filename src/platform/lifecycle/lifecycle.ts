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

/** One transition of one record; id and version together identify it. */
export interface Move<Stage extends string = string> {
  id: number
  from: Stage
  to: Stage
  version: number
}

/** The event of a transition (`order.approve`) for `on()`: the move and the facts that its action adds. */
export interface MoveEvent<Stage extends string = string, Name extends string = string, Facts = object> {
  kind: 'event'
  name: Name
  parse: (payload: unknown) => Move<Stage> & Partial<Facts>
  /** Never present at run time; it only carries the type. */
  input?: Move<Stage> & Facts
}

interface Table<Stage extends string, Action extends string, Entity extends string> {
  /** The prefix of events (`order.approve`) and the name in the history (`order`). */
  entity: Entity
  /** Table with columns id, stage, version. */
  table: string
  stages: Readonly<Record<Stage, string>>
  transitions: Readonly<Record<Action, Transition<Stage>>>
  /** The version also counts writes that are no transitions, so that the history may skip versions. */
  countsParts?: true
}

export interface Lifecycle<
  Stage extends string = string,
  Action extends string = string,
  Entity extends string = string,
  Facts = object,
> extends Table<Stage, Action, Entity> {
  /** The events for subscribers: `orderLifecycle.events.approve`. */
  events: Readonly<{ [A in Action]: MoveEvent<Stage, `${Entity}.${A}`, Facts> }>
}

/** Carries only a type: the facts that actions add to the events of a lifecycle. Events from before an upgrade may lack any of them. */
export interface FactsType<Facts> {
  facts?: Facts
}

export function factsOf<Facts extends object>(): FactsType<Facts> {
  return {}
}

/** Declares a lifecycle. The checks of `transition()`, the buttons, the events and the tests are derived from it. */
export function defineLifecycle<
  const Stage extends string,
  const Action extends string,
  const Entity extends string,
  Facts = object,
>(table: Table<Stage, Action, Entity> & { facts?: FactsType<Facts> }): Lifecycle<Stage, Action, Entity, Facts> {
  const { facts: _, ...lifecycle } = table
  const events = Object.keys(table.transitions).map((action) => {
    const name = `${table.entity}.${action}`
    return [action, { kind: 'event', name, parse: (payload: unknown) => parseMove(name, payload) }]
  })
  return { ...lifecycle, events: Object.fromEntries(events) as Lifecycle<Stage, Action, Entity, Facts>['events'] }
}

/** Throws when a payload is not a move (from another source or a very old version), so that its job fails visibly. */
function parseMove(name: string, payload: unknown): Move {
  const { id, from, to, version } = (payload ?? {}) as Partial<Move>
  if (!Number.isInteger(id) || !Number.isInteger(version) || typeof from !== 'string' || typeof to !== 'string')
    throw new TypeError(`the payload of ${name} has no id, version, from and to`)
  return payload as Move
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
