import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../../money/ledger/actions.ts'
import { couponsHeld } from '../../money/coupons/use-actions.ts'
import { paidOrders } from '../../money/prestore/paid-actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'settlements.total',
    title: '结算单金额与优惠等于其各行之和，已付的行属于已付的结算单',
    invariant: 'I-8',
    faults: () => sql`
      select '结算单 ' || s.settlement_no || ' 合计 ' || s.total_fen || ' 分、优惠 ' || s.discount_fen || ' 分，各行为 ' || coalesce(sum(r.amount_fen), 0)
        || ' 分、' || coalesce(sum(r.discount_fen), 0) || ' 分' as fault
      from settlements s left join settlement_rows r on r.settlement_id = s.id where s.stage <> 'cancelled'
      group by s.id having s.total_fen <> coalesce(sum(r.amount_fen), 0) or s.discount_fen <> coalesce(sum(r.discount_fen), 0)
      union all
      select '结算行 ' || r.id || ' 的付款状态与结算单 ' || coalesce(s.settlement_no, '（无）') || ' 不一致'
      from settlement_rows r left join settlements s on s.id = r.settlement_id
      where (r.paid_at is not null) <> coalesce(s.stage = 'paid', false)`,
  },
  {
    key: 'settlements.paid',
    title: '每张已付的结算单按合计金额扣款一次',
    invariant: 'I-8',
    faults: () => sql`
      select '结算单 ' || coalesce(s.settlement_no, 'id ' || p.business_id) || ' 合计 ' || coalesce(s.total_fen, 0) || ' 分，扣款 '
        || coalesce(p.paid_fen, 0) || ' 分' as fault
      from (select * from settlements where stage = 'paid') s
      full join (
        select business_id, -sum(amount_fen) as paid_fen from ${stepsOf('settlement.pay')} x where account = 'prestore' group by business_id) p
        on p.business_id = s.id::text
      where coalesce(s.total_fen, 0) <> coalesce(p.paid_fen, 0)`,
  },
  {
    key: 'settlements.credit',
    title: '客户的已用额度等于其未付的信用结算',
    invariant: 'I-3',
    faults: () => sql`
      select '客户 ' || coalesce(h.customer_id, r.customer_id) || ' 的已用额度为 ' || coalesce(h.balance_fen, 0) || ' 分，未付的信用结算为 '
        || coalesce(r.sum_fen, 0) || ' 分' as fault
      from ${storedBalances('credit_used')} h
      full join (
        select r.owed_by as customer_id, sum(r.amount_fen) as sum_fen
        from settlement_rows r left join settlements s on s.id = r.settlement_id
        where (r.kind = 'credit' or s.on_payer) and r.paid_at is null group by r.owed_by) r
        on r.customer_id = h.customer_id
      where coalesce(h.balance_fen, 0) <> coalesce(r.sum_fen, 0)`,
  },
  {
    key: 'settlements.settled',
    title: '可开票的结算金额等于已付结算减去减免与退款',
    invariant: 'I-14',
    faults: () => sql`
      with moves as (
        select 'customer:' || coalesce(s.payer_id, r.customer_id) as owner, 0::bigint as noted_fen, r.amount_fen as real_fen
        from settlement_rows r left join settlements s on s.id = r.settlement_id where r.paid_at is not null
        union all
        select owner, 0, -amount_fen from ${stepsOf('order.reduction')} x where account = 'prestore'
        union all
        select owner, 0, -amount_fen from ${stepsOf('refund')} x where account = 'prestore' and operation = 'balance'
        union all
        select 'customer:' || customer_id, settled_fen, 0 from ${paidOrders()} p)
      select owner || ' 记结算已付 ' || sum(noted_fen) || ' 分，实际为 ' || sum(real_fen) || ' 分' as fault
      from moves group by owner having sum(noted_fen) <> sum(real_fen)`,
  },
  {
    key: 'settlements.coupons',
    title: '已取消的结算单不再占用优惠券；占用的券都属于结算客户',
    invariant: 'I-10',
    faults: () => sql`
      select '结算单 ' || coalesce(s.settlement_no, c.used_for) || '（' || coalesce(s.stage, '不存在') || '）占用优惠券 ' || c.id as fault
      from ${couponsHeld()} c left join settlements s on 'settlement:' || s.id = c.used_for
      where starts_with(c.used_for, 'settlement:') and (s.id is null or s.stage = 'cancelled' or s.customer_id <> c.customer_id)`,
  },
]
