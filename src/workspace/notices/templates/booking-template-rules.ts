import {
  bookingAdded,
  bookingBlocked,
  bookingMoved,
  bookingNear,
  bookingOffered,
} from '../../../lab/bookings/events.ts'
import { offerLifecycle, reservationLifecycle } from '../../../lab/bookings/rules.ts'
import { EVERYWHERE, order, QUIET, retitled, type TemplatesFor } from '../notice-rules.ts'
import { sum } from '../wordings/wording-rules.ts'

// Messages about bookings and about proposals of another time.

export const bookingEvents = [
  reservationLifecycle.events.confirm,
  bookingNear,
  bookingMoved,
  bookingAdded,
  bookingOffered,
  bookingBlocked,
  offerLifecycle.events.withdraw,
  offerLifecycle.events.lapse,
  reservationLifecycle.events.drop,
  reservationLifecycle.events.miss,
] as const

export const bookingTemplates: TemplatesFor<(typeof bookingEvents)[number]> = {
  'reservation.confirm': order(
    '预约已确认',
    EVERYWHERE,
    (payload) =>
      `的预约已确认：${payload.when}，${payload.remote ? '请按时接入云视频，会议链接自前一天起显示在订单页面。' : '请按时到场。'}`,
    { deadline: 'when' },
  ),
  'reservation.near': order(
    '预约提醒',
    EVERYWHERE,
    ({ when, remote, place }) =>
      `的预约时间为 ${when}，${remote ? '请按时接入云视频，会议链接自前一天起显示在订单页面' : `请按时到${place ? ` ${String(place)}` : '场'}，凭订单号登记`}。如需改期请尽快联系客户经理。`,
    { deadline: 'when' },
  ),
  'reservation.rebook': order(
    '预约已改期',
    EVERYWHERE,
    ({ when, by, confirmed }) => `的预约已改为 ${when}${confirmed || by === 'staff' ? '。' : '，请等待确认。'}`,
  ),
  'reservation.add': order('已添加预约时段', EVERYWHERE, ({ when }) => `添加了预约时段 ${when}，请等待确认。`),
  'reservation.drop': order(
    '预约已取消',
    EVERYWHERE,
    ({ when, withOrder }) =>
      `的预约（${when}）${withOrder ? '已随订单取消。' : '已取消，如仍需检测请在订单页面重新预约。'}`,
  ),
  'reservation.miss': retitled(
    order(
      '未按时到场',
      EVERYWHERE,
      ({ when, remote }) =>
        `的预约（${when}）${remote ? '未按时接入云视频' : '未到场'}，请在订单页面重新预约或联系客户经理。`,
    ),
    ({ remote }) => (remote ? '未按时接入云视频' : '未按时到场'),
  ),
  'reservation.offer': order(
    '请答复改期提议',
    EVERYWHERE,
    ({ when, former, until, extraFen }) =>
      `的预约（${former}）建议改到 ${when}${sum(extraFen || undefined, '，需加收')}，请在 ${until} 前到订单页面答复，两个时段均保留。`,
    { deadline: 'until' },
  ),
  'reservation.blocked': order(
    '仪器停机，请改期',
    EVERYWHERE,
    ({ when }) => `预约的时段（${when}）内仪器停机维护，请在订单页面改期，或等待客户经理提议新的时段。`,
    { deadline: 'when' },
  ),
  'reservationOffer.withdraw': {
    ...order('改期提议已撤回', QUIET, ({ when, former }) => `的改期提议（${when}）已撤回，预约 ${former} 不变。`),
    // The cancellation, move or beginning of the booking is announced already.
    when: ({ bySystem }) => !bySystem,
  },
  'reservationOffer.lapse': order(
    '改期提议已过期',
    QUIET,
    ({ when, former }) => `的改期提议（${when}）未在期限内答复，预约 ${former} 不变。如需改期请联系客户经理。`,
  ),
}
