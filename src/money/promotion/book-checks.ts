import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../ledger/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'promotion.once',
    title: '一笔订单最多一笔返利，合伙人不是下单的客户',
    invariant: 'I-12',
    faults: () => sql`
      select '订单 ' || order_no || ' 有 ' || count(*) || ' 笔返利' as fault from rebates group by order_id, order_no having count(*) > 1
      union all
      select '订单 ' || order_no || ' 的返利给了下单的客户 ' || customer_id from rebates where customer_id = promoter_id`,
  },
  {
    key: 'promotion.amounts',
    title: '返利 = 待结算 + 已结算 − 待抵扣，且不超过实付金额',
    invariant: 'I-12',
    faults: () => sql`
      select '订单 ' || order_no || ' 的返利 ' || amount_fen || ' 分，待结算 ' || pending_fen || '、已结算 ' || available_fen || '、待抵扣 ' || owed_fen as fault
      from rebates where amount_fen <> pending_fen + available_fen - owed_fen or amount_fen > base_fen`,
  },
  {
    key: 'promotion.ledger',
    title: '每笔返利减去追回等于账上的金额',
    invariant: 'I-12',
    faults: () => sql`
      select '返利 ' || coalesce(r.order_no, 'id ' || s.business_id) || ' 应记待结算 ' || coalesce(r.pending_fen, 0) || '、可提现 ' || coalesce(r.available_fen, 0)
        || ' 分，账上为 ' || coalesce(s.pending_fen, 0) || '、' || coalesce(s.available_fen, 0) || ' 分' as fault
      from (select id::text as id, order_no, promoter_id, pending_fen, available_fen from rebates) r
      full join (
        select business_id,
          coalesce(sum(amount_fen) filter (where account = 'rebate_pending'), 0) as pending_fen,
          coalesce(sum(amount_fen) filter (where account = 'rebate'), 0) as available_fen
        from ${stepsOf('rebate')} x where owner <> 'laboratory' group by business_id) s on s.business_id = r.id
      where coalesce(r.pending_fen, 0) <> coalesce(s.pending_fen, 0) or coalesce(r.available_fen, 0) <> coalesce(s.available_fen, 0)`,
  },
  {
    key: 'promotion.pending',
    title: '待结算返利账户等于未到期的返利合计',
    invariant: 'I-12',
    faults: () => sql`
      select '客户 ' || coalesce(b.customer_id, r.promoter_id) || ' 的待结算返利账户为 ' || coalesce(b.balance_fen, 0) || ' 分，返利合计 '
        || coalesce(r.sum_fen, 0) || ' 分' as fault
      from ${storedBalances('rebate_pending')} b
      full join (select promoter_id, sum(pending_fen) as sum_fen from rebates group by promoter_id) r on r.promoter_id = b.customer_id
      where coalesce(b.balance_fen, 0) <> coalesce(r.sum_fen, 0)`,
  },
]
