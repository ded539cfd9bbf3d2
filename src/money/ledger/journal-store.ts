import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type AccountKind, accountKinds } from './rules.ts'

const moneyKinds = Object.entries(accountKinds)
  .filter(([, { asset }]) => asset === 'money')
  .map(([kind]) => kind)

export interface DailyMove {
  /** A day in Shanghai. */
  day: string
  account: AccountKind
  /** Sums of positive and of negative entries. */
  upFen: number
  downFen: number
}

export function movesByDay(db: Db, from: Date, until: Date): Promise<DailyMove[]> {
  return db.rows(sql`
    select (t.at at time zone 'Asia/Shanghai')::date::text as day, a.kind as account,
      coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint as up_fen,
      coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint as down_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.at >= ${from} and t.at < ${until} and a.kind = any(${moneyKinds}::text[])
    group by 1, 2 order by 1, array_position(${moneyKinds}::text[], a.kind)`)
}

export interface PostingMove {
  day: string
  transferId: number
  businessId: string
  memo: string
  account: AccountKind
  customerId: number | null
  amountFen: number
}

export function movesByPosting(db: Db, from: Date, until: Date, most: number): Promise<PostingMove[]> {
  return db.rows(sql`
    select (t.at at time zone 'Asia/Shanghai')::date::text as day, t.id as transfer_id, t.business_id, t.memo, a.kind as account,
      case when a.owner like 'customer:%' then substr(a.owner, 10)::bigint end as customer_id, e.amount_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.at >= ${from} and t.at < ${until} and a.kind = any(${moneyKinds}::text[])
    order by t.at, t.id, e.amount_fen > 0, e.id limit ${most}`)
}
