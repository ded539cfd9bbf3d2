import { staffInRole } from '../../core/staff/actions.ts'
import { presentOrDeputies } from '../../core/staff/absences/absence-actions.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import type { Role } from '../../core/staff/rules.ts'
import { staffConcerned } from '../../lab/orders/concerned-actions.ts'
import { lateEntries, orderRecord } from '../../lab/orders/read-actions.ts'
import { advisorsOf } from '../../people/customers/actions.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { addDays, addHours } from '../../platform/time.ts'
import { placeOfWork } from './place-rules.ts'
import {
  MANAGERS_AFTER_HOURS,
  toldMoveKind,
  toldMoves,
  TOLD_WITHIN_DAYS,
  type WatchedQueue,
  watchedQueues,
} from './tell-rules.ts'

/** Tells the people of an order what the customer did, or that the second person sent it back. */
export async function tellMove(
  ctx: Ctx,
  action: keyof typeof toldMoves,
  move: { id: number; version: number },
): Promise<void> {
  const order = await orderRecord(ctx, move.id)
  if (!order) return
  await tellStaff(ctx, {
    staffIds: await staffConcerned(ctx, order),
    kind: toldMoveKind,
    title: `${toldMoves[action]}：${order.title} ${order.orderNo}`,
    path: `/console/orders/${order.orderNo}`,
    key: `order:${order.id}:${move.version}`,
  })
}

/** Roles of the people who may do the work of a queue, when no single person owes it. */
const roleOfQueue: Record<WatchedQueue, Role> = {
  call: 'manager',
  startTesting: 'lab',
  data: 'lab',
  verify: 'reviewer',
}

/**
 * Tells who owes late work: the tester it was given to, the account manager who should call, or everybody present in the role. Whoever is
 * away is stood in for. Work that is still late some hours later is told to every manager. Each deadline is told once per person.
 */
export async function tellLate(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const queues = Object.keys(watchedQueues) as WatchedQueue[]
  const late = await lateEntries(ctx, queues, addDays(now, -TOLD_WITHIN_DAYS))
  if (late.length === 0) return
  const advisors = await advisorsOf(
    ctx,
    late.map(({ customerId }) => customerId),
  )
  const present = new Map<Role, number[]>()
  for (const role of ['manager', 'lab', 'reviewer'] as const) {
    const everyone = await staffInRole(ctx, role)
    present.set(role, await presentOrDeputies(ctx, everyone))
  }
  const waited = addHours(now, -MANAGERS_AFTER_HOURS)
  for (const { queue, dueAt, orderNo, title, assignedTo, customerId } of late) {
    const owner = queue === 'call' ? advisors.get(customerId) : queue === 'verify' ? undefined : assignedTo
    const told = {
      kind: 'overdue',
      title: `${watchedQueues[queue as WatchedQueue]}：${title} ${orderNo}`,
      path: placeOfWork(queue, orderNo),
    } as const
    const key = `late:${queue}:${orderNo}:${dueAt.getTime()}`
    await inTx(ctx, async (ctx) => {
      const everyone = present.get(roleOfQueue[queue as WatchedQueue]) ?? []
      await tellStaff(ctx, { ...told, staffIds: owner ? [owner] : everyone, key })
      if (dueAt < waited)
        await tellStaff(ctx, { ...told, staffIds: present.get('manager') ?? [], key: `${key}:managers` })
    })
  }
}
