import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { movesByDay } from '../ledger/actions.ts'
import { dayAccountKinds, placesOfMoney } from './rules.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'books.days',
    title: '已日结各日的收支与账上一致，期初等于上日期末',
    invariant: 'I-4',
    faults: () => sql`
      with closed as (select min(day) as first_day, max(day) as last_day from day_figures),
      now as (
        select m.day, m.account, case when m.account = any(${[...placesOfMoney]}::text[]) then -m.down_fen else m.up_fen end as in_fen,
          case when m.account = any(${[...placesOfMoney]}::text[]) then m.up_fen else -m.down_fen end as out_fen
        from ${movesByDay()} m, closed where m.day <= closed.last_day and m.account = any(${dayAccountKinds}::text[]))
      select coalesce(f.day, n.day) || ' ' || coalesce(f.account, n.account) || '：日结收 ' || coalesce(f.in_fen, 0) || ' 分、支 ' || coalesce(f.out_fen, 0)
        || ' 分，账上收 ' || coalesce(n.in_fen, 0) || ' 分、支 ' || coalesce(n.out_fen, 0) || ' 分' as fault
      from day_figures f full join now n on n.day = f.day and n.account = f.account
      where coalesce(f.in_fen, 0) <> coalesce(n.in_fen, 0) or coalesce(f.out_fen, 0) <> coalesce(n.out_fen, 0)
      union all
      select day || ' ' || account || ' 的期初为 ' || opening_fen || ' 分，上日期末为 ' || before_fen || ' 分'
      from (select *, lag(closing_fen, 1, 0::bigint) over (partition by account order by day) as before_fen from day_figures) as chain
      where opening_fen <> before_fen`,
  },
]
