import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../ledger/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'withdrawals.held',
    title: '提现处理中的金额等于未完成的提现申请',
    invariant: 'I-13',
    faults: () => sql`
      select '客户 ' || coalesce(h.customer_id, w.customer_id) || ' 的提现处理中账户为 ' || coalesce(h.balance_fen, 0) || ' 分，未完成的提现为 '
        || coalesce(w.sum_fen, 0) || ' 分' as fault
      from ${storedBalances('withdraw_held')} h
      full join (select customer_id, sum(amount_fen) as sum_fen from withdrawals where stage in ('pending', 'checking', 'approved') group by customer_id) w
        on w.customer_id = h.customer_id
      where coalesce(h.balance_fen, 0) <> coalesce(w.sum_fen, 0)`,
  },
  {
    key: 'withdrawals.posted',
    title: '每笔提现只从其来源扣款一次；撤销或驳回的已全额退回',
    invariant: 'I-13',
    faults: () => sql`
      select '提现 ' || coalesce(w.withdrawal_no, 'id ' || s.business_id) || '（' || coalesce(w.stage, '无申请') || '）应扣 ' || coalesce(w.taken_fen, 0)
        || ' 分，账上扣 ' || coalesce(s.taken_fen, 0) || ' 分' as fault
      from (select *, case when stage in ('rejected', 'cancelled') then 0 else amount_fen end as taken_fen from withdrawals) w
      full join (
        select business_id, account, -sum(amount_fen) as taken_fen from ${stepsOf('withdrawal')} x
        where account in ('prestore', 'rebate') group by business_id, account) s
        on s.business_id = w.id::text and s.account = w.source
      where coalesce(w.taken_fen, 0) <> coalesce(s.taken_fen, 0)`,
  },
  {
    key: 'withdrawals.paid',
    title: '已打款的提现等于银行付出的金额',
    invariant: 'I-13',
    faults: () => sql`
      select '提现 ' || coalesce(w.withdrawal_no, 'id ' || s.business_id) || ' 已打款 ' || coalesce(w.amount_fen, 0) || ' 分，银行付出 '
        || coalesce(s.amount_fen, 0) || ' 分' as fault
      from (select * from withdrawals where stage = 'paid') w
      full join (select * from ${stepsOf('withdrawal')} x where owner = 'laboratory') s on s.business_id = w.id::text and s.account = 'bank'
      where w.amount_fen is distinct from s.amount_fen`,
  },
]
