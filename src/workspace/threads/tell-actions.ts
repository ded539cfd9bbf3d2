import { mailAddressesOf } from '../../core/staff/actions.ts'
import { actingFor } from '../../people/groups/actions.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { mailStaffJob, threadUnread } from './events.ts'
import { excerpt, type ThreadSide } from './rules.ts'
import {
  authorsOf,
  lockedThread,
  messageById,
  noteTold,
  threadById,
  type ThreadRow,
  unreadOfCustomer,
  unreadOfStaff,
} from './store.ts'

/** Tells the side that has not read its messages for some minutes; each message is told of once. */
export async function tellUnread(ctx: Ctx, threadId: number, to: ThreadSide): Promise<void> {
  await inTx(ctx, async (inner) => {
    const thread = await lockedThread(inner.db, threadId)
    if (!thread) return
    const told = to === 'customer' ? await tellCustomer(inner, thread) : await tellStaff(inner, thread)
    if (told !== undefined) await noteTold(inner.db, threadId, to, told)
  })
}

/** The customer, and the group when its owner or a manager has written too. */
async function tellCustomer(ctx: Ctx, thread: ThreadRow): Promise<number | undefined> {
  const { customerId, groupAccountId, orderNo, toldCustomerId } = thread
  const readers = new Map([[customerId, [customerId]]])
  const authors = await authorsOf(ctx.db, thread.id)
  if (groupAccountId !== null && authors.some((id) => id !== customerId))
    readers.set(groupAccountId, await actingFor(ctx, groupAccountId))
  let told: number | undefined
  for (const [reader, people] of readers) {
    const { count, lastId } = await unreadOfStaff(ctx.db, thread.id, people)
    if (count === 0 || lastId <= toldCustomerId) continue
    const said = await lastSaid(ctx, thread.id, lastId)
    await emit(ctx, threadUnread, { customerId: reader, orderNo, messageId: lastId, count, said })
    told = lastId
  }
  return told
}

async function tellStaff(ctx: Ctx, thread: ThreadRow): Promise<number | undefined> {
  const { count, lastId } = await unreadOfCustomer(ctx.db, thread.id)
  if (count === 0 || lastId <= thread.toldStaffId) return undefined
  for (const recipient of await mailAddressesOf(ctx, 'manager'))
    await enqueue(
      ctx,
      mailStaffJob,
      { threadId: thread.id, messageId: lastId, recipient },
      { key: `${thread.id}:${lastId}:${recipient}` },
    )
  return lastId
}

/** Throws when the mail could not be sent, so that the queue tries again. */
export async function mailStaff(
  ctx: Ctx,
  { threadId, messageId, recipient }: { threadId: number; messageId: number; recipient: string },
): Promise<void> {
  const thread = await threadById(ctx.db, threadId)
  if (!thread || thread.staffReadId >= messageId) return
  const said = await lastSaid(ctx, threadId, messageId)
  const page = `/console/orders/${encodeURIComponent(thread.orderNo)}?thread=1`
  const way = ctx.config.PUBLIC_URL ? ctx.config.consoleUrl + page : '请登录后台，在「订单沟通」查看。'
  await sendMail(ctx, {
    to: recipient,
    template: 'thread.waiting',
    subject: `【明析科测】订单 ${thread.orderNo} 有客户留言未读`,
    text: `客户：${said}\n${way}`,
  })
}

async function lastSaid(ctx: Ctx, threadId: number, messageId: number): Promise<string> {
  const message = await messageById(ctx.db, threadId, messageId)
  return message ? excerpt(message.text, message.fileIds.length) : ''
}
