import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../ledger/actions.ts'
import { countedRefunds } from '../payments/refund-actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'refunds.counted',
    title: '每张付款单的退款合计等于其退款记录，且不超过已付金额',
    invariant: 'I-9',
    faults: () => sql`
      select '付款单 ' || p.payment_no || ' 已付 ' || p.amount_fen || ' 分，记退款 ' || p.refunded_fen || ' 分，退款记录合计 '
        || coalesce(r.sum_fen, 0) || ' 分' as fault
      from ${countedRefunds()} p
      left join (select payment_id, sum(amount_fen) as sum_fen from refunds where stage in ('checking', 'processing', 'done') group by payment_id) r
        on r.payment_id = p.id
      where p.refunded_fen <> coalesce(r.sum_fen, 0) or p.refunded_fen > p.amount_fen`,
  },
  {
    key: 'refunds.held',
    title: '退款处理中的金额等于未完成的原路退款',
    invariant: 'I-9',
    faults: () => sql`
      select '客户 ' || coalesce(h.customer_id, r.customer_id) || ' 的退款处理中账户为 ' || coalesce(h.balance_fen, 0) || ' 分，未完成的退款为 '
        || coalesce(r.sum_fen, 0) || ' 分' as fault
      from ${storedBalances('refund_held')} h
      full join (
        select customer_id, sum(amount_fen) as sum_fen from refunds where way = 'channel' and stage in ('checking', 'processing') group by customer_id) r
        on r.customer_id = h.customer_id
      where coalesce(h.balance_fen, 0) <> coalesce(r.sum_fen, 0)`,
  },
  {
    key: 'refunds.posted',
    title: '每笔已完成的退款按原金额记账一次，并退到来源：渠道或预存余额',
    invariant: 'I-9',
    faults: () => sql`
      select '退款 ' || coalesce(r.refund_no, 'id ' || s.business_id) || ' 应退至' || coalesce(r.target, '（无）') || ' ' || coalesce(r.amount_fen, 0)
        || ' 分，账上退至' || coalesce(s.account, '（无）') || ' ' || coalesce(s.amount_fen, 0) || ' 分' as fault
      from (select *, case way when 'channel' then channel else 'prestore' end as target from refunds where stage = 'done') r
      full join (
        select * from ${stepsOf('refund')} x
        where (operation = 'pay' and owner = 'laboratory') or (operation = 'balance' and account = 'prestore')) s
        on s.business_id = r.id::text and s.account = r.target
      where r.amount_fen is distinct from s.amount_fen`,
  },
]
