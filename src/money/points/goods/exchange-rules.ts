import { defineLifecycle, factsOf } from '../../../platform/lifecycle/lifecycle.ts'

export const goodsKinds = { goods: '实物', coupon: '优惠券' } as const
export type GoodsKind = keyof typeof goodsKinds

/** What stands against taking goods for points, besides the points themselves. */
export const exchangeObstacles = {
  soldOut: '已兑完',
  perPerson: '已达兑换上限',
  ended: '暂停兑换',
} as const
export type ExchangeObstacle = keyof typeof exchangeObstacles

/** `taken`: how many of the goods this customer has; `coupon`: what stands against a coupon of their campaign. */
export function exchangeObstacle(
  { stock, perPerson }: { stock: number | null; perPerson: number | null },
  taken: number,
  coupon: 'ended' | 'enough' | undefined,
): ExchangeObstacle | null {
  if (perPerson !== null && taken >= perPerson) return 'perPerson'
  if (stock === 0) return 'soldOut'
  if (coupon === 'enough') return 'perPerson'
  return coupon ?? null
}

export interface ExchangeFacts {
  customerId: number
  exchangeNo: string
  /** The goods. */
  name: string
  points: number
  courier?: string
  waybill?: string
  reason?: string
}

/** Goods taken for points. A coupon is done at once; its stages are those of the coupon. */
export const exchangeLifecycle = defineLifecycle({
  entity: 'pointExchange',
  table: 'point_exchanges',
  facts: factsOf<ExchangeFacts>(),
  stages: { to_ship: '待发货', shipped: '已发货', done: '已完成', cancelled: '已取消' },
  transitions: {
    ship: { label: '发货', from: ['to_ship'], to: 'shipped', by: ['staff'] },
    confirm: { label: '确认收货', from: ['shipped'], to: 'done', by: ['customer'] },
    autoConfirm: { label: '自动完成', from: ['shipped'], to: 'done', by: ['system'] },
    cancel: { label: '取消兑换', from: ['to_ship'], to: 'cancelled', by: ['customer'] },
    cancelByStaff: { label: '取消', from: ['to_ship'], to: 'cancelled', by: ['staff'], reason: 'required' },
  },
})
export type ExchangeStage = keyof typeof exchangeLifecycle.stages

/** Shipped goods count as received after this time. */
export const daysToConfirm = 14

/** JF260302 followed by five digits. */
export function exchangeNo(day: string, number: number): string {
  return `JF${day.slice(2).replaceAll('-', '')}${String(number % 100_000).padStart(5, '0')}`
}
