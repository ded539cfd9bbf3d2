import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { couponsHeld } from '../../money/coupons/use-actions.ts'
import { groupSpends } from '../../people/groups/actions.ts'

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
    key: 'orders.group-member',
    title: '每笔课题组订单都有额度记录，且下单时下单人是该课题组成员',
    invariant: 'I-15',
    faults: () => sql`
      select '订单 ' || coalesce(o.order_no, 'id ' || s.order_id) || case when s.order_id is null then ' 没有课题组额度记录'
        when o.id is null then ' 的课题组额度记录没有订单' else ' 下单时下单人不是课题组成员' end as fault
      from (select * from orders where group_id is not null) o
      full join ${groupSpends()} s on s.order_id = o.id and s.group_id = o.group_id and s.member_id = o.customer_id
      where s.order_id is null or o.id is null or not s.by_member`,
  },
  {
    key: 'orders.group-spend',
    title: '课题组额度记录的金额等于订单的应付金额或取消费，各项目之和等于其金额',
    invariant: 'I-15',
    // While a quote is open, the amount of the time of placing stands.
    faults: () => sql`
      select '订单 ' || o.order_no || ' 应付 ' || x.due_fen || ' 分，额度记录为 ' || s.amount_fen || ' 分（' || s.state || '），各项目 ' || s.projects_fen
        || ' 分' as fault
      from orders o join ${groupSpends()} s on s.order_id = o.id
      cross join lateral (select case when o.stage in ('cancelled', 'rejected') then o.cancel_fee_fen else coalesce(o.final_fen, greatest(
        greatest(coalesce(o.quote_fen, o.estimate_fen, 0) + o.retest_fee_fen - o.reduction_fen, 0) - o.discount_fen, 0)) end as due_fen) x
      where s.projects_fen <> s.amount_fen
        or (o.stage not in ('quoting', 'quoted') and x.due_fen <> case when s.state = 'released' then 0 else s.amount_fen end)`,
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
