-- What a customer owes for an order once its final amount is fixed; rows are then grouped under one payer and paid together.
create table settlements (
  id bigint generated always as identity primary key,
  settlement_no text not null unique,
  customer_id bigint not null references customers,
  payer_name text not null,
  stage text not null check (stage in ('unpaid', 'confirming', 'paid', 'cancelled')),
  version integer not null default 1,
  total_fen bigint not null check (total_fen > 0),
  due_at timestamptz not null,
  method text,
  created_at timestamptz not null,
  paid_at timestamptz
);
create index settlements_customer on settlements (customer_id, id desc);
create index settlements_stage on settlements (stage, id desc);
create sequence settlement_numbers;

create table settlement_rows (
  id bigint generated always as identity primary key,
  order_id bigint not null unique,
  customer_id bigint not null references customers,
  -- credit: the whole amount of an order tested on credit; supplement: what a prepayment fell short of
  kind text not null check (kind in ('credit', 'supplement')),
  amount_fen bigint not null check (amount_fen > 0),
  estimate_fen bigint not null,
  reason text not null default '',
  due_at timestamptz not null,
  settlement_id bigint references settlements,
  paid_at timestamptz,
  fixed_by bigint not null references staff,
  fixed_at timestamptz not null
);
create index settlement_rows_open on settlement_rows (customer_id, id) where settlement_id is null;
create index settlement_rows_settlement on settlement_rows (settlement_id);
