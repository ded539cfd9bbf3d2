import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { former, type Tables } from './tables.ts'

// Rows of tables that a former version did not have and that follow from its other rows. Tables without an entry begin empty.

interface Derived {
  /** Made when the former version had no such table, or nothing in it. */
  table: string
  /** Made only when the former version had this column. */
  needs?: { table: string; column: string }
  statement: Sql
}

const derived: readonly Derived[] = [
  {
    // What every customer paid for an order and did not get back: from the ledger, and from paid rows of settlements.
    table: 'paid_orders',
    statement: sql`
      insert into paid_orders (order_id, customer_id, prepaid_fen, settled_fen, paid_at)
      select order_id, customer_id, sum(prepaid_fen), sum(settled_fen), max(paid_at) from (
        select t.business_id::bigint as order_id, substr(a.owner, 10)::bigint as customer_id, -sum(e.amount_fen) as prepaid_fen, 0 as settled_fen,
          max(t.at) filter (where e.amount_fen < 0) as paid_at
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.kind = 'order.advance' and a.kind = 'prestore' group by 1, 2
        union all
        select r.order_id, coalesce(s.payer_id, r.customer_id), 0, r.amount_fen, r.paid_at
        from settlement_rows r left join settlements s on s.id = r.settlement_id where r.paid_at is not null) as paid
      group by order_id, customer_id`,
  },
  {
    // The amount that counts today. Without its row nobody could take it back. Who fixed it stands on the row to be paid or in the audit log.
    table: 'final_amounts',
    statement: sql`
      insert into final_amounts (order_id, stage, amount_fen, agreed_fen, reason, proposed_by, created_at)
      select o.id, 'held', o.final_gross_fen, coalesce((l.before ->> 'agreedFen')::bigint, r.estimate_fen), coalesce(r.reason, l.reason, ''),
        coalesce(r.fixed_by, l.actor_id), coalesce(r.fixed_at, l.at)
      from orders o left join settlement_rows r on r.order_id = o.id
      left join lateral (
        select a.* from audit_log a where a.action = 'settlement.fixAmount' and a.subject = 'order:' || o.id and a.actor_kind = 'staff'
        order by a.id desc limit 1) l on true
      where o.final_fen is not null and coalesce(r.fixed_by, l.actor_id) is not null
      order by coalesce(r.fixed_at, l.at), o.id`,
  },
  {
    // Texts that people agreed to: the first one (version 0) and every published one, from the editors' history of the pages.
    table: 'agreement_versions',
    statement: sql`
      insert into agreement_versions (slug, version, title, html, published_at)
      select p.slug, 0, coalesce(f.data ->> 'title', p.title), coalesce(f.data ->> 'body', p.body_html), null
      from pages p left join lateral (
        select r.data from content_revisions r where r.kind = 'page' and r.item_id = p.id and r.author_id is null order by r.version limit 1) f on true
      where p.slug in ('agreement', 'license', 'policy', 'promoter')
      union all
      select p.slug, r.version, r.data ->> 'title', r.data ->> 'body', r.published_at
      from pages p join content_revisions r on r.kind = 'page' and r.item_id = p.id
      where p.slug in ('agreement', 'license', 'policy', 'promoter') and r.published_at is not null and r.version > 0 and r.author_id is not null`,
  },
  {
    table: 'invoice_red_letters',
    needs: { table: 'invoice_applications', column: 'red_no' },
    statement: sql`
      insert into invoice_red_letters (application_id, red_no, red_on, amount_fen, tax_fen, reason, created_at)
      select a.id, f.red_no, f.red_on, a.amount_fen, coalesce(a.tax_fen, 0), coalesce(a.red_reason, '01'), coalesce(a.red_asked_at, a.sent_at, a.created_at)
      from invoice_applications a join before_0_2_0.invoice_applications f on f.id = a.id where a.stage = 'reddened' order by a.id`,
  },
]

/** The accounts of the laboratory that the fresh schema brings and the former one did not have. */
const LABORATORY_ACCOUNTS = sql`
  insert into ledger_accounts (owner, kind, balance_fen)
  select 'laboratory', kind, null from unnest(array['bank', 'wechatpay', 'alipay', 'channel_fee', 'income', 'rebate_cost', 'points_issued', 'rounding']) as kind
  on conflict (owner, kind) do nothing`

export async function deriveRows(db: Db, formerTables: Tables): Promise<void> {
  await db.run(LABORATORY_ACCOUNTS)
  for (const { table, needs, statement } of derived) {
    const there = needs === undefined || formerTables.get(needs.table)?.some(({ name }) => name === needs.column)
    if (!there || (await hasRows(db, table, formerTables))) continue
    await db.run(statement)
  }
}

/** A newer version that met an older database may have left its new tables behind, empty. */
async function hasRows(db: Db, table: string, formerTables: Tables): Promise<boolean> {
  if (!formerTables.has(table)) return false
  return (await db.one<{ found: boolean }>(sql`select exists (select 1 from ${former(table)}) as found`)).found
}
