import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepsOf, storedBalances } from '../ledger/actions.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'points.lots',
    title: '积分余额等于各批积分的剩余之和',
    invariant: 'I-11',
    faults: () => sql`
      select '客户 ' || coalesce(b.customer_id, l.customer_id) || ' 的积分余额为 ' || coalesce(b.balance_fen, 0) || '，各批剩余合计 '
        || coalesce(l.remaining, 0) as fault
      from ${storedBalances('points')} b
      full join (select customer_id, sum(remaining) as remaining from point_lots group by customer_id) l on l.customer_id = b.customer_id
      where coalesce(b.balance_fen, 0) <> coalesce(l.remaining, 0)`,
  },
  {
    key: 'points.earned',
    title: '每位客户入账的积分等于各项所得加尚欠、减已抵扣',
    invariant: 'I-11',
    faults: () => sql`
      select '客户 ' || coalesce(e.customer_id, p.customer_id) || ' 应入账 ' || coalesce(e.points, 0) || ' 积分，账上为 ' || coalesce(p.points, 0) as fault
      from (
        select customer_id, sum(points) as points from (
          select customer_id, points from point_earnings union all select customer_id, owed from point_holders) x group by customer_id) e
      full join (
        select substr(owner, 10)::bigint as customer_id, sum(amount_fen) as points from (
          select owner, amount_fen from ${stepsOf('points.earning')} a where account = 'points'
          union all
          select owner, amount_fen from ${stepsOf('points.owed')} b where account = 'points') y group by owner) p
        on p.customer_id = e.customer_id
      where coalesce(e.points, 0) <> coalesce(p.points, 0)`,
  },
  {
    key: 'points.owed',
    title: '还有积分时不欠积分',
    invariant: 'I-11',
    faults: () => sql`
      select '客户 ' || h.customer_id || ' 欠 ' || h.owed || ' 积分，却还有 ' || b.balance_fen || ' 积分' as fault
      from point_holders h join ${storedBalances('points')} b on b.customer_id = h.customer_id where h.owed > 0 and b.balance_fen > 0`,
  },
  {
    key: 'points.expired',
    title: '每批积分到期一次，且不超过该批积分',
    invariant: 'I-11',
    faults: () => sql`
      select '第 ' || s.business_id || ' 批积分到期扣 ' || -sum(s.amount_fen) || '，该批共 ' || coalesce(max(l.points), 0) as fault
      from ${stepsOf('points.expiry')} s left join point_lots l on l.id::text = s.business_id and s.owner = 'customer:' || l.customer_id
      where s.account = 'points' group by s.business_id having count(*) > 1 or -sum(s.amount_fen) > coalesce(max(l.points), 0) or max(l.remaining) > 0`,
  },
]
