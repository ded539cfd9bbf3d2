import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../ledger/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'credit.held',
    title: '预占额度等于各订单的预占之和，且没有订单为负',
    invariant: 'I-3',
    faults: () => sql`
      with held as (
        select owner, business_id, sum(amount_fen) as held_fen from ${stepsOf('order.credit')} x where account = 'credit_held' group by owner, business_id)
      select '订单 id ' || business_id || ' 的预占额度为 ' || held_fen || ' 分' as fault from held where held_fen < 0
      union all
      select '客户 ' || coalesce('customer:' || h.customer_id, o.owner) || ' 的预占额度为 ' || coalesce(h.balance_fen, 0) || ' 分，各订单合计 '
        || coalesce(o.sum_fen, 0) || ' 分'
      from ${storedBalances('credit_held')} h
      full join (select owner, sum(held_fen) as sum_fen from held group by owner) o on o.owner = 'customer:' || h.customer_id
      where coalesce(h.balance_fen, 0) <> coalesce(o.sum_fen, 0)`,
  },
]
