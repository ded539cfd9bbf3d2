import { namesOfStaff } from '../../core/staff/actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { orderRecord } from '../../lab/orders/read-actions.ts'
import { logManagerCall } from '../../lab/orders/staff/staff-actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiTime } from '../../platform/time.ts'
import type { callAdd, callList } from './call-contract.ts'
import { callsAbout, countCallsAbout, insertCall, lastReached } from './call-store.ts'
import { noteErrors } from './errors.ts'
import { CALL_NOTED_DAYS } from './rules.ts'
import { type Subject, subjectOf } from './subject-actions.ts'
import { makeTodo } from './todo-actions.ts'

export async function listCalls(
  ctx: Ctx<Staff>,
  { subject: asked, page, size }: InputOf<typeof callList>,
): Promise<OutputOf<typeof callList>> {
  const subject = await subjectOf(ctx, asked)
  const rows = await callsAbout(ctx.db, subject, size, (page - 1) * size)
  const names = await namesOfStaff(ctx, [...new Set(rows.map(({ staffId }) => staffId))])
  const list = rows.map(({ staffId, calledAt, ...row }) => ({
    ...row,
    staffName: names.get(staffId) ?? '',
    calledAt: shanghaiTime(calledAt),
  }))
  return { list, total: await countCallsAbout(ctx.db, subject), page, size }
}

/** Notes a call. A customer who was reached about an order that waits for the promised call has been called. */
export function addCall(
  ctx: Ctx<Staff>,
  { subject: asked, nextAt, ...call }: InputOf<typeof callAdd>,
): Promise<{ id: number; keptPromise: boolean }> {
  return inTx(ctx, async (ctx) => {
    const subject = await subjectOf(ctx, asked)
    const calledAt = timeOfCall(ctx, call.calledAt)
    const todo = nextAt && (await makeTodo(ctx, { title: todoTitle(subject), dueAt: nextAt, subject: asked }))
    const { id } = await insertCall(
      ctx.db,
      { ...call, ...recordOf(subject), staffId: ctx.actor.id, calledAt, todoId: todo ? todo.id : null },
      ctx.clock.now(),
    )
    const keptPromise =
      subject.kind === 'order' &&
      call.direction === 'out' &&
      call.result === 'reached' &&
      (await isAwaited(ctx, subject))
    if (keptPromise) await logManagerCall(ctx, subject.no, call.text)
    return { id, keptPromise }
  })
}

/** The call that is promised after the samples have arrived: it is a call like others, and the order notes that it was made. */
export function logPromisedCall(ctx: Ctx<Staff>, orderNo: string, note: string): Promise<Date> {
  return inTx(ctx, async (ctx) => {
    const subject = await subjectOf(ctx, { kind: 'order', no: orderNo })
    const calledAt = await logManagerCall(ctx, orderNo, note)
    const call = { direction: 'out', result: 'reached', text: note } as const
    await insertCall(
      ctx.db,
      { ...call, ...recordOf(subject), staffId: ctx.actor.id, calledAt, todoId: null },
      ctx.clock.now(),
    )
    return calledAt
  })
}

function recordOf(subject: Subject) {
  const order = subject.kind === 'order' ? subject : undefined
  return { customerId: subject.customerId, orderId: order?.id ?? null, orderNo: order?.no ?? null }
}

function todoTitle({ name }: Subject): string {
  return `再次联系：${[...name].slice(0, 150).join('')}`
}

function timeOfCall(ctx: Pick<Ctx, 'clock'>, typed: string): Date {
  const at = fromShanghai(`${typed.replace('T', ' ')}:00`)
  if (at > ctx.clock.now()) throw refuse(noteErrors.callInFuture)
  if (at < addDays(ctx.clock.now(), -CALL_NOTED_DAYS)) throw refuse(noteErrors.callTooOld)
  return at
}

async function isAwaited(ctx: Ctx<Staff>, { id }: Subject): Promise<boolean> {
  if (!mayAct(ctx.actor, 'order.logCall')) return false
  const order = await orderRecord(ctx, id)
  return order !== undefined && order.callDueAt !== null && order.calledAt === null
}

/** When somebody of the laboratory last spoke with the customer. */
export async function lastSpoken(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<Date | undefined> {
  return (await lastReached(ctx.db, customerId))?.calledAt
}
