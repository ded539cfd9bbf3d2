import { attachFile, filesOf, releaseTo, shareAttached } from '../../core/files/actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import { staffConcerned } from '../../lab/orders/concerned-actions.ts'
import { findOrders, orderRecord, ownOrderRecord } from '../../lab/orders/read-actions.ts'
import type { OrderRow } from '../../lab/orders/record-rules.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, personOf, type Staff } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { addDays, addMinutes, shanghaiTime } from '../../platform/time.ts'
import type { staffThreadSettle, ThreadMessage, threadList, threadShow, threadWrite } from './contract.ts'
import { threadErrors } from './errors.ts'
import { tellUnreadJob } from './events.ts'
import { excerpt, mayWriteMore, messagesAtOnce, tellAfterMinutes, type ThreadSide } from './rules.ts'
import {
  beginThread,
  countUnreadBy,
  countWritten,
  insertMessage,
  lockAuthor,
  markReadByPerson,
  markReadByStaff,
  messageById,
  type MessageRow,
  messagesBefore,
  noteMessage,
  settleThread,
  threadOfOrder,
  threadsOf,
  unreadOfCustomer,
} from './store.ts'

type Writer = Ctx<Customer> | Ctx<Staff>

/** The latest messages about an order, or those before one of them. */
export async function showThread(
  ctx: Writer,
  { orderNo, beforeId }: InputOf<typeof threadShow>,
): Promise<OutputOf<typeof threadShow>> {
  const order = await orderToTalkAbout(ctx, orderNo)
  const thread = await threadOfOrder(ctx.db, order.id)
  if (!thread) return { messages: [], more: false, messageCount: 0, unread: 0, waits: false }
  const rows = await messagesBefore(ctx.db, thread.id, beforeId ?? null, messagesAtOnce + 1)
  const shown = rows.slice(0, messagesAtOnce).toReversed()
  const unread =
    ctx.actor.kind === 'staff'
      ? (await unreadOfCustomer(ctx.db, thread.id)).count
      : await countUnreadBy(ctx.db, thread.id, personOf(ctx.actor))
  return {
    messages: await messageViews(ctx, shown),
    more: rows.length > messagesAtOnce,
    messageCount: thread.messageCount,
    unread,
    waits: ctx.actor.kind === 'staff' && thread.waitingSince !== null,
  }
}

/** Adds a message. The laboratory sees it in the bell at once; a side that does not read it is told by a notice. */
export async function writeMessage(
  ctx: Writer,
  { orderNo, text, fileIds }: InputOf<typeof threadWrite>,
): Promise<{ id: number }> {
  if (text === '' && fileIds.length === 0) throw refuse(threadErrors.nothingWritten)
  const order = await orderToTalkAbout(ctx, orderNo)
  return inTx(ctx as Ctx, async (inner) => {
    const { side, authorId } = authorOf(ctx)
    await refuseFlood(inner, side, authorId)
    const now = ctx.clock.now()
    const groupAccountId = groupAccountOf(order)
    const thread = await beginThread(
      inner.db,
      { orderId: order.id, orderNo: order.orderNo, customerId: order.customerId, groupAccountId },
      now,
    )
    const files: number[] = []
    for (const id of new Set(fileIds))
      files.push((await attachFile(inner, id, filesOfThread(thread.id), ['message'])).id)
    await releaseTo(inner, files, order.customerId)
    if (groupAccountId !== null) await shareAttached(inner, filesOfThread(thread.id), groupAccountId)
    const { id } = await insertMessage(inner.db, { threadId: thread.id, side, authorId, text, fileIds: files }, now)
    await noteMessage(inner.db, { threadId: thread.id, id, side, said: excerpt(text, files.length) }, now)
    // One row of the bell until the laboratory has read.
    if (side === 'customer' && (await unreadOfCustomer(inner.db, thread.id)).count === 1)
      await ringFor(inner, order, id)
    const to = side === 'staff' ? 'customer' : 'staff'
    await enqueue(
      inner,
      tellUnreadJob,
      { threadId: thread.id, to },
      { at: addMinutes(now, tellAfterMinutes), key: `${thread.id}:${to}` },
    )
    return { id }
  })
}

/** Notes how far the person, or the laboratory, has read. */
export async function readThread(
  ctx: Writer,
  { orderNo, messageId }: { orderNo: string; messageId: number },
): Promise<void> {
  const order = await orderToTalkAbout(ctx, orderNo)
  const thread = await threadOfOrder(ctx.db, order.id)
  // A mark beyond the last message would hide messages to come.
  if (!thread || !(await messageById(ctx.db, thread.id, messageId))) throw refuse(commonErrors.notFound)
  if (ctx.actor.kind === 'staff') await markReadByStaff(ctx.db, thread.id, messageId)
  else await markReadByPerson(ctx.db, thread.id, personOf(ctx.actor), messageId)
}

/** Staff say that nothing has to be answered. A customer who wrote again meanwhile still waits. */
export function settleWaiting(
  ctx: Ctx<Staff>,
  { orderNo, messageId }: InputOf<typeof staffThreadSettle>,
): Promise<void> {
  return inTx(ctx, async (inner) => {
    const order = await orderToTalkAbout(inner, orderNo)
    const thread = await threadOfOrder(inner.db, order.id)
    if (!thread) throw refuse(commonErrors.notFound)
    if (!(await settleThread(inner.db, thread.id, messageId))) throw refuse(threadErrors.writtenAgain)
  })
}

/** The customer's threads, or in the name of a group those of its orders; the latest first. */
export async function ownThreads(
  ctx: Ctx<Customer>,
  { page, size }: InputOf<typeof threadList>,
): Promise<OutputOf<typeof threadList>> {
  const { id, personId } = ctx.actor
  const whose = personId === undefined ? { customerId: id } : { groupAccountId: id }
  const { rows, total } = await threadsOf(ctx.db, whose, personOf(ctx.actor), page, size)
  const orders = rows.length === 0 ? [] : (await findOrders(ctx, { ids: rows.map(({ orderId }) => orderId) })).rows
  const titles = new Map(orders.map((order) => [order.id, order.title]))
  const list = rows.map((row) => ({
    ...{ orderNo: row.orderNo, lastText: row.lastText, lastSide: row.lastSide, unread: row.unread },
    title: titles.get(row.orderId) ?? '',
    lastAt: shanghaiTime(row.lastAt),
  }))
  return { list, total, page, size }
}

/**
 * The order, when the actor may read its thread: its customer, in the name of a group its owner and managers, or staff. Any other order is
 * refused like one that does not exist.
 */
async function orderToTalkAbout(ctx: Writer, orderNo: string): Promise<OrderRow> {
  const order = isCustomer(ctx) ? await ownOrderRecord(ctx, orderNo) : await orderRecord(ctx, orderNo)
  if (!order) throw refuse(commonErrors.notFound)
  return order
}

function isCustomer(ctx: Writer): ctx is Ctx<Customer> {
  return ctx.actor.kind === 'customer'
}

/** The account of the group for which it was ordered. */
function groupAccountOf({ groupId, payerId, customerId }: OrderRow): number | null {
  return groupId !== null && payerId !== customerId ? payerId : null
}

async function messageViews(ctx: Writer, rows: MessageRow[]): Promise<ThreadMessage[]> {
  const idsOf = (side: ThreadSide) => rows.filter((row) => row.side === side).map(({ authorId }) => authorId)
  const staff = ctx.actor.kind === 'staff' ? await namesOfStaff(ctx, idsOf('staff')) : new Map<number, string>()
  const customers = await customersOf(ctx, idsOf('customer'))
  const files = await filesOf(
    ctx,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  const me = authorOf(ctx)
  return rows.map(({ id, side, authorId, text, fileIds, createdAt }) => ({
    ...{ id, side, text },
    own: side === me.side && authorId === me.authorId,
    // Customers talk with the laboratory, not with one of its people.
    author: side === 'staff' ? (staff.get(authorId) ?? '实验室') : customerName(customers.get(authorId)),
    files: fileIds
      .flatMap((fileId) => files.get(fileId) ?? [])
      .map((file) => ({
        ...{ id: file.id, name: file.name, size: file.size },
      })),
    at: shanghaiTime(createdAt),
  }))
}

function authorOf({ actor }: Writer): { side: ThreadSide; authorId: number } {
  return actor.kind === 'staff'
    ? { side: 'staff', authorId: actor.id }
    : { side: 'customer', authorId: personOf(actor) }
}

async function ringFor(ctx: Ctx, order: OrderRow, messageId: number): Promise<void> {
  await tellStaff(ctx, {
    staffIds: await staffConcerned(ctx, order),
    kind: 'message',
    title: `客户留言：${order.title} ${order.orderNo}`,
    path: `/console/orders/${order.orderNo}`,
    key: `message:${messageId}`,
  })
}

const filesOfThread = (threadId: number) => `thread:${threadId}`

async function refuseFlood(ctx: Ctx, side: ThreadSide, authorId: number): Promise<void> {
  const now = ctx.clock.now()
  await lockAuthor(ctx.db, side, authorId)
  const written = await countWritten(ctx.db, side, authorId, {
    tenMinutes: addMinutes(now, -10),
    day: addDays(now, -1),
  })
  if (!mayWriteMore(written)) throw refuse(threadErrors.tooManyMessages)
}
