-- Orders, what they consist of, and the state of the ordering wizard.

create sequence order_numbers;

create table orders (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  customer_id bigint not null references customers (id),
  -- Whose money it is: the customer's own, or the account of the group for which the member ordered.
  payer_id bigint not null references customers (id),
  group_id bigint references groups (id),
  customer_group text not null check (customer_group in ('institute', 'individual', 'enterprise')),
  -- 1 sample testing, 2 on-site appointment, 3 data analysis
  service_type smallint not null check (service_type in (1, 2, 3)),
  stage text not null,
  version integer not null default 1,
  -- Sum of the lines at submit; null while a line waits for its quote.
  estimate_fen bigint check (estimate_fen >= 0),
  quote_fen bigint check (quote_fen >= 0),
  quote_version integer not null default 0,
  quote_valid_until timestamptz,
  final_fen bigint check (final_fen >= 0),
  urgent boolean not null default false,
  sample_count integer not null,
  -- Names of the projects in one text, for lists and search.
  title text not null,
  contact jsonb not null,
  delivery jsonb not null,
  return_address jsonb,
  invoice jsonb not null,
  remark text not null default '',
  agreement_version text not null,
  agreed_at timestamptz not null,
  created_at timestamptz not null,
  received_at timestamptz,
  call_due_at timestamptz,
  called_at timestamptz,
  call_note text not null default '',
  testing_started_at timestamptz,
  -- Who in the laboratory does the work; null: nobody yet. Starting the test takes it over.
  assigned_to bigint,
  tester_id bigint,
  reviewer_id bigint,
  experiment_ended_at timestamptz,
  -- The end of the working day on which the data is promised, by the longest of its projects; null: no project says.
  promised_at timestamptz,
  promise_kept boolean,
  data_due_at timestamptz,
  delivered_at timestamptz,
  confirm_due_at timestamptz,
  confirmed_at timestamptz,
  paid_at timestamptz,
  return_due_at timestamptz,
  closed_at timestamptz,
  -- The lines the manager sent to be tested again; null: all of them.
  retest_line_ids bigint[],
  -- Why the final amount differs from what was agreed: the customer reads it with the order, also where nothing is left to pay.
  final_reason text not null default '',
  -- The fee of a cancelled order.
  cancel_fee_fen bigint not null default 0 check (cancel_fee_fen >= 0),
  -- Where an order was when its exception was reported, and what its customer chose for each sample.
  held_from text,
  hold_answer jsonb,
  -- What happens after delivery: retests with a fee, disputes with an outcome, corrected reports, and rounds of records.
  -- The fee of a retest that waits for the customer's yes; null when none is offered.
  retest_offer_fen bigint check (retest_offer_fen > 0),
  -- Fees of retests the customer agreed to; part of what was agreed for the order.
  retest_fee_fen bigint not null default 0 check (retest_fee_fen >= 0),
  -- What a dispute took off before the final amount was fixed.
  reduction_fen bigint not null default 0 check (reduction_fen >= 0),
  -- What coupons take off the estimate or quote, and off the final amount; final_fen is net, final_gross_fen is what staff fixed.
  discount_fen bigint not null default 0 check (discount_fen >= 0),
  final_gross_fen bigint check (final_gross_fen >= 0),
  final_discount_fen bigint not null default 0 check (final_discount_fen >= 0),
  -- The coupons of the order as they were chosen: id, name and kind.
  coupons jsonb not null default '[]',
  -- The customer spoke up at this time, so the confirmation window stands still; null while it runs.
  confirm_paused_at timestamptz,
  -- The report was withdrawn and no corrected one has been delivered: nobody confirms, neither customer nor clock.
  report_withdrawn_at timestamptz,
  words text not null generated always as (folded(order_no || '|' || title || '|' || coalesce(contact ->> 'name', ''))) stored,
  -- How the title sounds; null until a job has written it.
  sounds text,
  check ((group_id is null) = (payer_id = customer_id))
);
create index orders_customer on orders (customer_id, id desc);
create index orders_payer on orders (payer_id, id desc);
-- The list of staff, newest first.
create index orders_created on orders (created_at desc, id desc);
create index orders_stage on orders (stage, id desc);
create index orders_assigned on orders (assigned_to) where assigned_to is not null and stage in ('received', 'testing', 'on_hold', 'verifying');
create index orders_call_due on orders (call_due_at) where call_due_at is not null and called_at is null;
-- Orders are written in the order of time, so that ranges of pages answer a question for some days.
create index orders_days on orders using brin (received_at, delivered_at, paid_at, call_due_at, data_due_at, promised_at, return_due_at)
  with (pages_per_range = 16);
create index orders_words on orders using gin (grams(words)) with (gin_pending_list_limit = 256);
create index orders_sounds on orders using gin (grams(sounds)) with (gin_pending_list_limit = 256) where sounds is not null;
create index orders_unsounded on orders (id) where sounds is null;
-- Without statistics the planner takes every search for a rare one and asks the index; and ANALYZE need not compute the grams of its sample.
alter index orders_words alter column 1 set statistics 0;
alter index orders_sounds alter column 1 set statistics 0;

-- Another customer who pays for an order and may read it with its results.
create table order_readers (
  order_id bigint not null references orders (id),
  customer_id bigint not null references customers (id),
  primary key (order_id, customer_id)
);
create index order_readers_customer on order_readers (customer_id);

create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  rid bigint not null,
  project_name text not null,
  category_id bigint not null,
  form_version integer not null,
  parameters jsonb not null,
  -- The parameters as label and text, kept as the customer saw them.
  described jsonb not null,
  group_no integer not null,
  sample_count integer not null check (sample_count between 1 and 99),
  -- The number of an earlier order of the customer, whose instrument and conditions are asked for; empty: none.
  same_as text not null default '',
  urgent boolean not null,
  price_lines jsonb not null,
  -- Null until a manager has quoted it.
  amount_fen bigint check (amount_fen >= 0),
  -- The part of the order's discount that falls to this line; the parts sum to discount_fen of the order.
  discount_fen bigint not null default 0 check (discount_fen >= 0),
  -- The research project or card that the customer books the line to.
  funding_no text not null default ''
);
create index order_lines_order on order_lines (order_id, group_no);
create index order_lines_rid on order_lines (rid);

create table order_funding_changes (
  id bigint generated always as identity primary key,
  line_id bigint not null references order_lines (id),
  from_no text not null,
  to_no text not null,
  changed_by bigint not null references customers (id),
  at timestamptz not null
);
create index order_funding_changes_line on order_funding_changes (line_id);
