import { type Sql, sql } from '../../platform/db/sql.ts'

// How rows of versions before 0.2.0 become rows of 0.2.0, where it is more than copying the columns of the same name. `o` is the former row.

export interface TableRule {
  /** The name that the table had before, in versions that do not have the present one. */
  formerly?: string
  /** Values of columns that a former version does not have. */
  missing?: Record<string, Sql>
  /** Values that mean something else than before, whether or not the former version has the column. */
  always?: Record<string, Sql>
  /** Former columns whose data is carried by a rule and therefore is not lost. */
  carried?: readonly string[]
}

const ofLaboratory = sql`o.owner in ('house', 'laboratory')`
/** The first name of the entity of transfers was that of prestored funds, which were their only use. */
const entity = (name: Sql) => sql`case ${name} when 'prestore' then 'transfer' else ${name} end`
/** A contract that was sent back stood at `to_sign` again; today it has a stage of its own. `step` gives a row of the history. */
const sentBack = (contractId: Sql, version: Sql) => sql`exists (
  select 1 from before_0_2_0.stage_history s where s.entity = 'contract' and s.entity_id = ${contractId} and s.version = ${version}
    and s.action = 'sendBack' and s.to_stage = 'to_sign')`

export const tableRules: Record<string, TableRule> = {
  stage_history: {
    always: {
      entity: entity(sql`o.entity`),
      // A dispute was „settled“ without a change of the amount: what is called dismissed today.
      action: sql`case when o.entity = 'order' and o.action = 'settleDispute' then 'dismissDispute'
        when o.entity = 'settlement' and o.action = 'payByHouse' then 'payFromReceived' else o.action end`,
      to_stage: sql`case when o.entity = 'contract' and ${sentBack(sql`o.entity_id`, sql`o.version`)} then 'sent_back' else o.to_stage end`,
      from_stage: sql`case when o.entity = 'contract' and ${sentBack(sql`o.entity_id`, sql`o.version - 1`)} then 'sent_back' else o.from_stage end`,
    },
  },
  audit_log: {
    always: {
      // The book check „every step of staff has its audit row“ compares these names with the history.
      action: sql`case o.action when 'order.settleDispute' then 'order.dismissDispute' when 'settlement.payByHouse' then 'settlement.payFromReceived'
        else regexp_replace(o.action, '^prestore[.]', 'transfer.') end`,
      subject: sql`regexp_replace(o.subject, '^prestore:', 'transfer:')`,
    },
  },
  contracts: {
    always: {
      stage: sql`case when ${sentBack(sql`o.id`, sql`o.version`)} then 'sent_back' else o.stage end`,
      // The laboratory as party B had another key.
      body: sql`case when o.body ? 'house' then (o.body - 'house') || jsonb_build_object('laboratory', o.body -> 'house') else o.body end`,
    },
    missing: {
      sent_back_reason: sql`coalesce((select s.reason from before_0_2_0.stage_history s
        where s.entity = 'contract' and s.entity_id = o.id and s.version = o.version and s.action = 'sendBack'), '')`,
    },
  },
  ledger_accounts: {
    always: {
      owner: sql`case when ${ofLaboratory} then 'laboratory' else o.owner end`,
      // The balance of an account of the laboratory is the sum of its entries and is not kept any more.
      balance_fen: sql`case when ${ofLaboratory} then null else o.balance_fen end`,
    },
  },
  ledger_entries: {
    always: {
      balance_after_fen: sql`case when o.account_id in (select a.id from before_0_2_0.ledger_accounts a where a.owner in ('house', 'laboratory'))
        then null else o.balance_after_fen end`,
    },
  },
  transfer_claims: { formerly: 'prestore_applications', missing: { kind: sql`'prestore'` } },
  bank_lines: { missing: { claim_id: sql`o.application_id` }, carried: ['application_id'] },
  orders: {
    missing: {
      // There were no coupons, so that the amount before a discount is the amount.
      final_gross_fen: sql`o.final_fen`,
      final_reason: sql`coalesce((select r.reason from before_0_2_0.settlement_rows r where r.order_id = o.id), '')`,
      held_from: sql`case when o.stage = 'on_hold' then (
        select h.from_stage from before_0_2_0.stage_history h where h.entity = 'order' and h.entity_id = o.id and h.action = 'hold'
        order by h.version desc limit 1) end`,
      // What the laboratory kept of the prepayment of a cancelled order.
      cancel_fee_fen: sql`coalesce((
        select sum(e.amount_fen) from before_0_2_0.ledger_transfers t
        join before_0_2_0.ledger_entries e on e.transfer_id = t.id join before_0_2_0.ledger_accounts a on a.id = e.account_id
        where t.kind = 'order.advance' and t.business_id = o.id::text and t.operation = 'refund' and a.kind = 'income'), 0)`,
      // The window of an order with an open question stood still, without a note since when.
      confirm_paused_at: sql`case when o.confirm_due_at is not null then (
        select h.at from before_0_2_0.stage_history h where h.entity = 'order' and h.entity_id = o.id and h.to_stage = o.stage
          and h.action in ('dispute', 'requestRetest') and h.version = o.version) end`,
      report_withdrawn_at: sql`case when not exists (select 1 from before_0_2_0.reports r where r.order_id = o.id and r.stage = 'valid') then (
        select max(h.at) from before_0_2_0.reports r join before_0_2_0.stage_history h on h.entity = 'report' and h.entity_id = r.id
        where r.order_id = o.id and r.stage = 'withdrawn' and h.to_stage = 'withdrawn') end`,
    },
  },
  samples: {
    missing: {
      payer_id: sql`(select p.payer_id from before_0_2_0.orders p where p.id = o.order_id)`,
      service_type: sql`(select p.service_type from before_0_2_0.orders p where p.id = o.order_id)`,
    },
  },
  reservations: { missing: { pool: sql`'project:' || o.rid` } },
  reservation_cells: { missing: { pool: sql`'project:' || o.rid` }, carried: ['rid'] },
  test_records: {
    missing: {
      // What stood there at the delivery was delivered.
      released_at: sql`(select p.delivered_at from before_0_2_0.orders p where p.id = o.order_id and p.delivered_at >= o.created_at
        and (o.replaced_at is null or o.replaced_at > p.delivered_at))`,
    },
  },
  settlements: { missing: { payer_id: sql`o.customer_id` } },
  settlement_rows: { missing: { owed_by: sql`o.customer_id` } },
  statement_mails: { missing: { person_id: sql`o.customer_id` } },
  // A red letter took off the whole invoice; `derived.ts` makes the letters.
  invoice_applications: {
    missing: { reddened_fen: sql`case when o.stage = 'reddened' then o.amount_fen else 0 end` },
    carried: ['red_no', 'red_on'],
  },
  invoice_lines: {
    missing: {
      reddened_fen: sql`case when exists (select 1 from before_0_2_0.invoice_applications a
        where a.id = o.application_id and a.stage = 'reddened') then o.amount_fen else 0 end`,
      red_asked_fen: sql`case when exists (select 1 from before_0_2_0.invoice_applications a
        where a.id = o.application_id and a.stage = 'reddening') then o.amount_fen else 0 end`,
    },
  },
}
