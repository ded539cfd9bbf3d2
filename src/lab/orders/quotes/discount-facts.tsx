import type { ReactNode } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Money } from '../../../ui/text/money.tsx'
import type { orderDetail } from '../contract.ts'
import { hasEnded } from '../rules.ts'

type Discounted = Pick<
  OutputOf<typeof orderDetail>,
  'stage' | 'estimateFen' | 'quoteFen' | 'discountFen' | 'coupons' | 'finalFen' | 'finalGrossFen' | 'finalDiscountFen'
>

/** Gross, discount and net of an order with coupons, as terms of a description list; nothing for other orders. */
export function discountFacts(order: Discounted): { term: string; value: ReactNode }[] {
  if (order.coupons.length === 0 && order.finalDiscountFen === 0) return []
  const names = order.coupons.map(({ name }) => `「${name}」`).join('')
  const grossFen = order.finalGrossFen ?? order.quoteFen ?? order.estimateFen
  const offFen = order.finalGrossFen === null ? order.discountFen : order.finalDiscountFen
  const facts = [{ term: '优惠券', value: names === '' ? '结算单使用的优惠券' : names + couponNote(order, offFen) }]
  if (grossFen === null || offFen === 0) return facts
  return [
    ...facts,
    { term: order.finalGrossFen === null ? '优惠前' : '结算优惠前', value: <Money fen={grossFen} /> },
    { term: '优惠', value: <Money fen={-offFen} /> },
    ...(order.finalFen === null
      ? [{ term: '优惠后', value: <Money fen={Math.max(grossFen - offFen, 0)} price /> }]
      : []),
  ]
}

function couponNote({ stage, coupons, quoteFen, estimateFen, finalGrossFen }: Discounted, offFen: number): string {
  if (hasEnded(stage) && stage !== 'closed') return '，已退回'
  if (coupons.every(({ kind }) => kind === 'shipping')) return '，样品寄回的运费由本站承担'
  if (offFen > 0) return ''
  if (finalGrossFen !== null) return '，未产生优惠，已退回'
  return (quoteFen ?? estimateFen) === null ? '，报价后计算优惠' : '，报价未达使用门槛，没有优惠'
}
