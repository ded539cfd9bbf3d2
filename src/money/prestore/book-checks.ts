import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../ledger/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'prestore.bank-in',
    title: '每条已认领的银行流水按到账金额入账一次',
    invariant: 'I-4',
    faults: () => sql`
      select '银行流水 ' || coalesce(l.serial, 'id ' || s.business_id) || ' 到账 ' || coalesce(l.amount_fen, 0) || ' 分，入账 '
        || coalesce(s.amount_fen, 0) || ' 分' as fault
      from (
        select l.id, l.serial, l.amount_fen from bank_lines l
        where exists (select 1 from transfer_claims c where c.bank_line_id = l.id and c.stage = 'credited')
          or exists (select 1 from received_money r where r.bank_line_id = l.id)) l
      full join (select * from ${stepsOf('bank.in')} x where owner <> 'laboratory') s on s.business_id = l.id::text
      where l.amount_fen is distinct from s.amount_fen`,
  },
  {
    key: 'prestore.bank-once',
    title: '一条银行流水只用于一笔认领或一笔待分配到账',
    invariant: 'I-7',
    faults: () => sql`
      select '银行流水 ' || l.serial || ' 使用 ' || count(*) || ' 次' as fault
      from bank_lines l join (
        select bank_line_id from transfer_claims where stage in ('checking', 'credited')
        union all select bank_line_id from received_money) used on used.bank_line_id = l.id
      group by l.serial having count(*) > 1`,
  },
  {
    key: 'prestore.unassigned',
    title: '待分配到账账户等于待分配记录的剩余金额',
    invariant: 'I-4',
    faults: () => sql`
      select '客户 ' || coalesce(h.customer_id, r.customer_id) || ' 的待分配账户为 ' || coalesce(h.balance_fen, 0) || ' 分，待分配记录为 '
        || coalesce(r.sum_fen, 0) || ' 分' as fault
      from ${storedBalances('unassigned')} h
      full join (select customer_id, sum(rest_fen) as sum_fen from received_money where stage in ('open', 'returning') group by customer_id) r
        on r.customer_id = h.customer_id
      where coalesce(h.balance_fen, 0) <> coalesce(r.sum_fen, 0)`,
  },
  {
    key: 'prestore.advance',
    title: '订单预付款账户等于各订单的预付款之和，且没有订单为负',
    invariant: 'I-8',
    faults: () => sql`
      with held as (
        select owner, business_id, sum(amount_fen) as held_fen from ${stepsOf('order.advance')} x where account = 'advance' group by owner, business_id)
      select '订单 id ' || business_id || ' 的预付款为 ' || held_fen || ' 分' as fault from held where held_fen < 0
      union all
      select '客户 ' || coalesce('customer:' || h.customer_id, o.owner) || ' 的预付款账户为 ' || coalesce(h.balance_fen, 0) || ' 分，各订单合计 '
        || coalesce(o.sum_fen, 0) || ' 分'
      from ${storedBalances('advance')} h
      full join (select owner, sum(held_fen) as sum_fen from held group by owner) o on o.owner = 'customer:' || h.customer_id
      where coalesce(h.balance_fen, 0) <> coalesce(o.sum_fen, 0)`,
  },
  {
    key: 'prestore.prepaid',
    title: '可开票的预付金额等于账上该订单未退回的预付款',
    invariant: 'I-8',
    faults: () => sql`
      select '订单 id ' || coalesce(p.order_id::text, s.business_id) || ' 记预付 ' || coalesce(p.prepaid_fen, 0) || ' 分，账上为 '
        || coalesce(s.paid_fen, 0) || ' 分' as fault
      from paid_orders p
      full join (
        select owner, business_id, -sum(amount_fen) as paid_fen from ${stepsOf('order.advance')} x where account = 'prestore' group by owner, business_id) s
        on s.business_id = p.order_id::text and s.owner = 'customer:' || p.customer_id
      where coalesce(p.prepaid_fen, 0) <> coalesce(s.paid_fen, 0)`,
  },
  {
    key: 'prestore.invoiced',
    title: '每个订单的开票金额不超过已付减已退',
    invariant: 'I-14',
    faults: () => sql`
      select '订单 id ' || order_id || '（客户 ' || customer_id || '）已付 ' || (prepaid_fen + settled_fen) || ' 分，已开票 ' || invoiced_fen || ' 分' as fault
      from paid_orders where invoiced_fen > prepaid_fen + settled_fen or invoiced_fen < 0`,
  },
]
