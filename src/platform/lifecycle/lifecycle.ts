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

/** One transition of one thing; id and version together name it. */
export interface Move<Stage extends string = string> {
  id: number
  from: Stage
  to: Stage
  version: number
}

/** The event of a transition (`order.approve`), as `on()` takes it: the move, and the facts that its action adds. */
export interface MoveEvent<Stage extends string = string, Name extends string = string, Facts = object> {
  kind: 'event'
  name: Name
  parse: (payload: unknown) => Move<Stage> & Partial<Facts>
  /** Never present: it carries the type. */
  input?: Move<Stage> & Facts
}

interface Table<Stage extends string, Action extends string, Entity extends string> {
  /** Names the events (`order.approve`) and the history (`order`). */
  entity: Entity
  /** Table with columns id, stage, version. */
  table: string
  stages: Readonly<Record<Stage, string>>
  transitions: Readonly<Record<Action, Transition<Stage>>>
}

export interface Lifecycle<
  Stage extends string = string,
  Action extends string = string,
  Entity extends string = string,
  Facts = object,
> extends Table<Stage, Action, Entity> {
  /** What subscribers import: `orderLifecycle.events.approve`. */
  events: Readonly<{ [A in Action]: MoveEvent<Stage, `${Entity}.${A}`, Facts> }>
}

/** Only a type: what actions tell in the events of a lifecycle beside the move itself. Those of before an upgrade may lack any of it. */
export interface FactsType<Facts> {
  facts?: Facts
}

export function factsOf<Facts extends object>(): FactsType<Facts> {
  return {}
}

/** One table per lifecycle: from it come the transition function's checks, the buttons, the events, the graph in the tests. */
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

/** A payload that is no move comes from elsewhere or from a version long gone: the job that got it fails and is seen. */
function parseMove(name: string, payload: unknown): Move {
  const { id, from, to, version } = (payload ?? {}) as Partial<Move>
  if (!Number.isInteger(id) || !Number.isInteger(version) || typeof from !== 'string' || typeof to !== 'string')
    throw new TypeError(`the payload of ${name} has no id, version, from and to`)
  return payload as Move
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
