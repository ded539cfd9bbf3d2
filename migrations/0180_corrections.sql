-- What happens after delivery: retests with a fee, disputes with an outcome, corrected reports, and rounds of records.

alter table orders
  -- The fee of a retest that waits for the customer's yes; null when none is offered.
  add column retest_offer_fen bigint check (retest_offer_fen > 0),
  -- Fees of retests the customer agreed to; part of what was agreed for the order.
  add column retest_fee_fen bigint not null default 0 check (retest_fee_fen >= 0),
  -- What a dispute took off before the final amount was fixed.
  add column reduction_fen bigint not null default 0 check (reduction_fen >= 0),
  -- The customer spoke up at this time, so the confirmation window stands still; null while it runs.
  add column confirm_paused_at timestamptz,
  -- The report was withdrawn and no corrected one has been delivered: nobody confirms, neither customer nor clock.
  add column report_withdrawn_at timestamptz;

update orders o set confirm_paused_at = (
  select max(h.at) from stage_history h
  where h.entity = 'order' and h.entity_id = o.id and h.action in ('requestRetest', 'dispute'))
where o.stage in ('retest', 'disputed');

update orders o set report_withdrawn_at = (
  select max(h.at) from stage_history h join reports r on r.id = h.entity_id
  where h.entity = 'report' and h.action = 'withdraw' and r.order_id = o.id)
where o.stage in ('delivered', 'retest', 'disputed', 'done')
  and not exists (select 1 from reports r where r.order_id = o.id and r.stage = 'valid');

-- A report belongs to one verification of its order: what was entered before that version of the order is in it.
alter table reports
  add column order_version integer not null default 0,
  add column reviewer_id bigint,
  -- The PDF as it was issued, once pdf_file_id names the stamped one.
  add column issued_file_id bigint references files (id);

update reports r set
  order_version = coalesce((
    select h.version from stage_history h
    where h.entity = 'order' and h.entity_id = r.order_id and h.action = 'verify' and h.at <= r.published_at
    order by h.version desc limit 1), 0),
  reviewer_id = (
    select h.actor_id from stage_history h
    where h.entity = 'order' and h.entity_id = r.order_id and h.action = 'verify' and h.at <= r.published_at
    order by h.version desc limit 1);

alter table test_records
  -- The customer may read it since then; null until its delivery.
  add column released_at timestamptz,
  add column method text not null default '';

update test_records t set released_at = (
  select min(r.published_at) from reports r where r.order_id = t.order_id and r.published_at >= t.created_at)
where exists (select 1 from reports r where r.order_id = t.order_id and r.published_at >= t.created_at)
  and (t.replaced_at is null or t.replaced_at > (
    select min(r.published_at) from reports r where r.order_id = t.order_id and r.published_at >= t.created_at));

-- Why a file that names the sample of another order was taken all the same.
alter table result_files add column foreign_reason text not null default '';
