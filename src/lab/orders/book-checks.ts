import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { couponsHeld } from '../../money/coupons/use-actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'orders.discount',
    title: '订单优惠等于各明细优惠之和，且不超过明细金额',
    invariant: 'I-8',
    faults: () => sql`
      select '订单 ' || o.order_no || ' 优惠 ' || o.discount_fen || ' 分，明细合计 ' || coalesce(sum(l.discount_fen), 0) || ' 分' as fault
      from orders o left join order_lines l on l.order_id = o.id
      group by o.id having o.discount_fen <> coalesce(sum(l.discount_fen), 0) or bool_or(l.discount_fen > coalesce(l.amount_fen, 0))`,
  },
  {
    key: 'orders.final',
    title: '最终应付不超过最终金额减优惠，且不为负',
    invariant: 'I-8',
    faults: () => sql`
      select '订单 ' || order_no || ' 最终金额 ' || coalesce(final_gross_fen::text, '空') || ' 分，优惠 ' || final_discount_fen || ' 分，应付 '
        || coalesce(final_fen::text, '空') || ' 分' as fault
      from orders
      where (final_fen is null) <> (final_gross_fen is null) or final_fen > final_gross_fen - final_discount_fen or final_fen < 0`,
  },
  {
    key: 'orders.coupons',
    title: '已取消或驳回的订单不再占用优惠券；占用的券都属于付款客户',
    invariant: 'I-10',
    faults: () => sql`
      select '订单 ' || coalesce(o.order_no, c.used_for) || '（' || coalesce(o.stage, '不存在') || '）占用优惠券 ' || c.id as fault
      from ${couponsHeld()} c left join orders o on 'order:' || o.id = c.used_for
      where starts_with(c.used_for, 'order:') and (o.id is null or o.stage in ('cancelled', 'rejected') or o.payer_id <> c.customer_id)`,
  },
]
