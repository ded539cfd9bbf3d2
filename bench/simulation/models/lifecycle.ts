/**
 * Where an order and a sample may go from each stage: the tables of the product design (lifecycles of order and sample), written down here again and not
 * read from the code. `system` stages of the design that the product splits (an approval by the group, an offered retest) are listed with what they lead to.
 */
export const orderMoves: Record<string, readonly string[]> = {
  '': ['group_review', 'review', 'quoting', 'prepay', 'awaiting_sample'],
  group_review: ['review', 'quoting', 'cancelled'],
  review: ['awaiting_sample', 'rejected', 'cancelled'],
  quoting: ['quoted', 'rejected', 'cancelled'],
  quoted: ['quoted', 'quoting', 'contract', 'prepay', 'awaiting_sample', 'cancelled'],
  contract: ['prepay', 'cancelled'],
  prepay: ['awaiting_sample', 'cancelled'],
  awaiting_sample: ['received', 'cancelled'],
  received: ['testing', 'on_hold', 'cancelled'],
  testing: ['verifying', 'on_hold', 'cancelled'],
  on_hold: ['testing', 'received', 'awaiting_sample', 'cancelled'],
  verifying: ['delivered', 'testing', 'cancelled'],
  delivered: ['done', 'retest', 'disputed', 'testing', 'cancelled'],
  retest: ['testing', 'delivered', 'retest_offered', 'cancelled'],
  retest_offered: ['testing', 'delivered', 'cancelled'],
  disputed: ['delivered', 'testing', 'retest_offered', 'cancelled'],
  done: ['closed', 'testing'],
  closed: [],
  cancelled: [],
  rejected: [],
}

export const sampleMoves: Record<string, readonly string[]> = {
  '': ['pending'],
  pending: ['in_transit', 'collecting', 'received', 'parked', 'refused', 'withdrawn', 'lost'],
  collecting: ['pending', 'in_transit', 'received', 'parked', 'refused', 'withdrawn', 'lost'],
  in_transit: ['pending', 'received', 'parked', 'refused', 'withdrawn', 'lost'],
  parked: ['received', 'refused', 'to_return', 'kept', 'lost'],
  received: ['testing', 'abnormal', 'refused', 'to_return', 'kept', 'lost', 'dropped', 'pending'],
  testing: ['tested', 'abnormal', 'consumed', 'lost', 'dropped', 'received', 'pending'],
  tested: ['testing', 'to_return', 'kept', 'consumed', 'returned', 'lost'],
  abnormal: ['received', 'testing', 'to_return', 'kept', 'destroyed', 'lost', 'dropped', 'pending'],
  dropped: ['to_return', 'kept', 'lost'],
  to_return: ['returned', 'lost'],
  kept: ['testing', 'to_return', 'destroyed', 'lost'],
  refused: ['to_return', 'returned', 'destroyed', 'pending'],
  lost: ['received', 'pending'],
  withdrawn: ['refused', 'received'],
  returned: ['pending'],
  destroyed: [],
  consumed: ['pending'],
}

/** Demands outside the catalogue: an offer may be made anew until somebody accepts or withdraws. */
const demandMoves: Record<string, readonly string[]> = {
  '': ['open'],
  open: ['answered', 'withdrawn', 'closed'],
  answered: ['answered', 'accepted', 'withdrawn', 'closed'],
  accepted: [],
  withdrawn: [],
  closed: [],
}

export interface Move {
  id: number
  entity: string
  entityId: number
  fromStage: string | null
  toStage: string
  version: number
  at: Date
}

const graphs: Record<string, Record<string, readonly string[]>> = {
  order: orderMoves,
  sample: sampleMoves,
  demand: demandMoves,
}

/** The order of moves is that of their versions; a move after the clock was set back carries an earlier time. */
const MOST_SET_BACK_MS = 600_000

/** Follows orders and samples through their histories. */
export class Lifecycles {
  readonly #at = new Map<string, { stage: string; version: number; at: Date }>()

  /** What is wrong with a row of the history; undefined when the model agrees. */
  follow(move: Move): string | undefined {
    const graph = graphs[move.entity]
    if (!graph) return undefined
    const key = `${move.entity} ${move.entityId}`
    const before = this.#at.get(key)
    const from = before?.stage ?? ''
    this.#at.set(key, { stage: move.toStage, version: move.version, at: move.at })
    if ((move.fromStage ?? '') !== from) return `${key} is ${from} but moved from ${move.fromStage}`
    if (!graph[from]?.includes(move.toStage)) return `${key} moved from ${from || 'nothing'} to ${move.toStage}`
    if (before && move.at.getTime() < before.at.getTime() - MOST_SET_BACK_MS)
      return `${key} moved at ${move.at.toISOString()}, before its former move`
    return undefined
  }

  stageOf(entity: string, id: number): string | undefined {
    return this.#at.get(`${entity} ${id}`)?.stage
  }
}
