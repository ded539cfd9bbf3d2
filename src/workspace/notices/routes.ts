import { listPage } from '../../core/lists/listed-actions.ts'
import { maskEmail, maskPhone } from '../../people/customers/rules.ts'
import { handle } from '../../platform/http/handler.ts'
import { type LocalMessage, readLocally } from '../../platform/local-outbox.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { resend, unreadCount } from './actions.ts'
import { messageList, messageRead, staffNoticeResend, staffOutboxList } from './contract.ts'
import { markRead, messagesOf } from './store.ts'
import { notices } from './list-actions.ts'
import { staffNoticeList } from './list-contract.ts'
import { unword, word, wordedNotices } from './wordings/wording-actions.ts'
import { staffNoticeUnword, staffNoticeWord, staffNoticeWordings } from './wordings/wording-contract.ts'

export const routes = [
  handle(messageList, async (ctx, { page, size, unread }) => {
    const { list, total } = await messagesOf(ctx.db, ctx.actor.id, unread === true, page, size)
    const wire = list.map(({ readAt, createdAt, ...rest }) => ({
      ...rest,
      createdAt: shanghaiTime(createdAt),
      read: readAt !== null,
    }))
    return { list: wire, total, page, size }
  }),
  handle(messageRead, async (ctx, { ids }) => {
    await markRead(ctx.db, ctx.actor.id, ids, ctx.clock.now())
    return { messageNum: await unreadCount(ctx, ctx.actor.id) }
  }),
  handle(staffNoticeList, (ctx, input) => listPage(ctx, notices, input)),
  handle(staffNoticeWordings, (ctx) => wordedNotices(ctx)),
  handle(staffNoticeWord, (ctx, input) => word(ctx, input)),
  handle(staffNoticeUnword, (ctx, { event, version }) => unword(ctx, event, version).then(() => ({}))),
  handle(staffNoticeResend, async (ctx, { id }) => ({ state: await resend(ctx, id) })),
  handle(staffOutboxList, async (ctx, { size }) => {
    const list = (await readLocally(ctx, size)).map(sealed)
    return { list: list.map((message) => ({ ...message, at: shanghaiTime(new Date(message.at)) })) }
  }),
]

/** [T-7] Nobody reads the code or number of another person here, staff included: the operator of the server finds both in the file. */
function sealed(message: LocalMessage): LocalMessage {
  const { channel, to, template, text } = message
  return {
    ...message,
    to: channel === 'sms' ? maskPhone(to) : maskEmail(to),
    text: (template.startsWith('code.') ? text.replace(/\d{6}/g, '******') : text).replace(
      /\b1[3-9]\d{9}\b/g,
      maskPhone,
    ),
  }
}
