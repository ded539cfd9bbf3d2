import { threadUnread } from '../../threads/events.ts'
import { plain, QUIET, type TemplatesFor } from '../notice-rules.ts'

export const threadEvents = [threadUnread] as const

export const threadTemplates: TemplatesFor<(typeof threadEvents)[number]> = {
  // No text message: a conversation would send many.
  'thread.unread': plain(
    '实验室给您留言',
    QUIET,
    ({ orderNo }) => `/member/order/${encodeURIComponent(String(orderNo ?? ''))}?thread=1`,
    ({ orderNo, count, said }) =>
      `您的订单${String(orderNo ?? '')}有${typeof count === 'number' ? ` ${count} ` : ''}条实验室留言未读${said ? `：${String(said)}` : '。'}`,
    { orderNo: 'orderNo' },
  ),
}
