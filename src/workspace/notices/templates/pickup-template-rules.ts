import { pickupLifecycle } from '../../../lab/pickups/rules.ts'
import { EVERYWHERE, order, QUIET, type TemplatesFor } from '../notice-rules.ts'

// Messages about pickups. They name the order, because the samples of one order are fetched together.

export const pickupEvents = [
  pickupLifecycle.events.assign,
  pickupLifecycle.events.reassign,
  pickupLifecycle.events.depart,
  pickupLifecycle.events.collect,
  pickupLifecycle.events.fail,
  pickupLifecycle.events.drop,
] as const

export const pickupTemplates: TemplatesFor<(typeof pickupEvents)[number]> = {
  'pickup.assign': order(
    '上门取样已派单',
    EVERYWHERE,
    ({ when, who }) =>
      `的上门取样已派单：${when ?? ''}${who ? `，取样员 ${who}` : ''}。请将样品分装、贴好标签，保持电话畅通。`,
    { deadline: 'when' },
  ),
  'pickup.reassign': order(
    '上门取样已改派',
    ['inbox'],
    ({ when, who }) => `的上门取样（${when ?? ''}）已改派${who ? `给 ${who}` : ''}，时间不变。`,
  ),
  'pickup.depart': order(
    '取样员已出发',
    ['inbox', 'sms'],
    ({ when, who }) => `的取样员${who ? ` ${who} ` : ''}已出发，预约时段 ${when ?? ''}。`,
    { deadline: 'when' },
  ),
  'pickup.collect': order(
    '样品已取走',
    QUIET,
    ({ count }) => `的样品已取走${count ? `，共 ${count} 件` : ''}，送到实验室后逐个扫码收样。`,
  ),
  'pickup.fail': order(
    '上门取样未完成',
    EVERYWHERE,
    ({ when }) => `的上门取样（${when ?? ''}）未完成，请在订单页面重新预约或自行寄送。`,
    { deadline: 'when' },
  ),
  'pickup.drop': {
    ...order(
      '上门取样已取消',
      EVERYWHERE,
      ({ when }) => `的上门取样（${when ?? ''}）已取消，请在订单页面重新预约或自行寄送。`,
      { deadline: 'when' },
    ),
    // The end of the order, or the receipt of the samples, is announced already.
    when: ({ bySystem }) => !bySystem,
  },
}
