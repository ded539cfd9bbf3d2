import { orderLifecycle } from '../../lab/orders/rules.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { on } from '../../platform/jobs/worker.ts'
import { tellLate, tellMove } from './tell-actions.ts'
import { toldMoves } from './tell-rules.ts'

const moves = Object.keys(toldMoves) as (keyof typeof toldMoves)[]

export const subscribers = moves.map((action) =>
  on(orderLifecycle.events[action], 'tell-staff', (ctx, move) => tellMove(ctx, action, move)),
)

const EVERY_HOURS = 0.25

export const periodicWork = [periodic('inbox.tell-late', EVERY_HOURS, tellLate)]
