import type { BookCheck } from '../../platform/book-check.ts'
import { joined, sql } from '../../platform/db/sql.ts'
import { movesByDay } from '../../money/ledger/actions.ts'
import { dailyFactsOfAll } from './fact-actions.ts'
import { wrongDays } from './store.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'figures.income',
    title: '经营看板每日的收入等于账上检测收入的收支之差',
    invariant: 'I-4',
    faults: () => sql`
      select coalesce(f.day, m.day) || ' 看板收入 ' || coalesce(f.fen, 0) || ' 分，账上 ' || coalesce(m.fen, 0) || ' 分' as fault
      from (select day, sum(amount) as fen from figure_days where measure = 'income.group' group by day) f
      full join (select day, up_fen + down_fen as fen from ${movesByDay()} x
        where account = 'income' and day < (select filled_until from figure_fill)) m on m.day = f.day
      where coalesce(f.fen, 0) <> coalesce(m.fen, 0)`,
  },
  {
    key: 'figures.days',
    title: '经营看板每日的下单、付款与收入和订单、账目一致',
    invariant: 'I-4',
    faults: (now) =>
      joined(
        dailyFactsOfAll.filter(({ fixed }) => fixed).map((facts) => wrongDays(facts, now)),
        ' union all ',
      ),
  },
]
