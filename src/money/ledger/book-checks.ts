import type { BookCheck } from '../../platform/book-check.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import { accountKinds } from './rules.ts'

/** Kinds of account with their asset and the floor that the database holds. */
function kinds(): Sql {
  const rows = Object.entries(accountKinds).map(([kind, { asset, label, floorFen, hardFloor }]) => ({
    kind,
    asset,
    label,
    floor_fen: hardFloor ? floorFen : null,
  }))
  return sql`jsonb_to_recordset(${json(rows)}::jsonb) as k (kind text, asset text, label text, floor_fen bigint)`
}

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'ledger.balanced',
    title: '每笔记账至少两条分录，合计为零',
    invariant: 'I-1',
    faults: () => sql`
      select '记账 ' || t.id || ' 只有 ' || count(e.id) || ' 条分录' as fault
      from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id group by t.id having count(e.id) < 2
      union all
      select '记账 ' || e.transfer_id || ' 的分录合计为 ' || sum(e.amount_fen) || ' 分（' || coalesce(k.asset, '未知资产') || '）'
      from ledger_entries e join ledger_accounts a on a.id = e.account_id left join ${kinds()} on k.kind = a.kind
      group by e.transfer_id, k.asset having sum(e.amount_fen) <> 0`,
  },
  {
    key: 'ledger.running',
    title: '每条分录后的余额等于上一条余额加本条金额',
    invariant: 'I-2',
    faults: () => sql`
      select '分录 ' || id || ' 从 ' || before_fen || ' 分变动 ' || amount_fen || ' 分，却记为 ' || coalesce(balance_after_fen::text, '空') as fault
      from (
        select e.id, e.amount_fen, e.balance_after_fen,
          lag(e.balance_after_fen, 1, 0::bigint) over (partition by e.account_id order by e.id) as before_fen
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.owner <> 'laboratory') as lines
      where before_fen + amount_fen is distinct from balance_after_fen
      union all
      select '分录 ' || e.id || ' 属于实验室账户，不应记余额'
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.owner = 'laboratory' and e.balance_after_fen is not null`,
  },
  {
    key: 'ledger.stored',
    title: '账户余额等于其全部分录之和，也等于最后一条分录的余额',
    invariant: 'I-2',
    faults: () => sql`
      select '账户 ' || a.id || '（' || a.owner || ' ' || a.kind || '）余额 ' || coalesce(a.balance_fen::text, '空') || ' 分，分录合计 '
        || coalesce(s.total, 0) || ' 分，最后一条为 ' || coalesce(l.balance_after_fen, 0) || ' 分' as fault
      from ledger_accounts a
      left join (select account_id, sum(amount_fen) as total, max(id) as last_id from ledger_entries group by account_id) s on s.account_id = a.id
      left join ledger_entries l on l.id = s.last_id
      where a.owner <> 'laboratory'
        and (a.balance_fen is distinct from coalesce(s.total, 0) or a.balance_fen is distinct from coalesce(l.balance_after_fen, 0))`,
  },
  {
    key: 'ledger.floors',
    title: '余额、冻结与预占均不为负',
    invariant: 'I-3',
    faults: () => sql`
      select a.owner || ' 的' || k.label || '为 ' || a.balance_fen || ' 分，低于下限 ' || k.floor_fen || ' 分' as fault
      from ledger_accounts a join ${kinds()} on k.kind = a.kind where a.balance_fen < k.floor_fen`,
  },
  {
    key: 'ledger.credit',
    title: '信用额度 = 可用 + 预占 + 已用',
    invariant: 'I-3',
    faults: () => sql`
      select owner || ' 的信用额度与可用、预占、已用相差 ' || sum(balance_fen) || ' 分' as fault
      from ledger_accounts where starts_with(kind, 'credit') group by owner having sum(balance_fen) <> 0`,
  },
  {
    key: 'ledger.total',
    title: '客户名下的钱等于实验室账户收进减付出',
    invariant: 'I-4',
    faults: () => sql`
      select coalesce(asset, '未知资产') || '：客户账户与实验室账户相差 ' || sum(fen) || ' 分' as fault
      from (
        select k.asset, a.balance_fen as fen from ledger_accounts a left join ${kinds()} on k.kind = a.kind where a.owner <> 'laboratory'
        union all
        select k.asset, e.amount_fen
        from ledger_accounts a join ledger_entries e on e.account_id = a.id left join ${kinds()} on k.kind = a.kind where a.owner = 'laboratory'
      ) as held
      group by asset having sum(fen) <> 0`,
  },
  {
    key: 'ledger.once',
    title: '每个业务步骤只记账一次',
    invariant: 'I-6',
    faults: () => sql`
      select kind || ' ' || business_id || ' ' || operation || ' 记账 ' || count(*) || ' 次' as fault
      from ledger_transfers group by kind, business_id, operation having count(*) > 1`,
  },
]
