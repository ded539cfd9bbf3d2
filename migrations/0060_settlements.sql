create sequence settlement_numbers;

-- What a customer owes for an order once its final amount is fixed; rows are then grouped under one payer and paid together.
create table settlements (
  id bigint generated always as identity primary key,
  settlement_no text not null unique,
  -- Whose orders these are.
  customer_id bigint not null references customers,
  -- Who pays: the same customer, or another one who was asked; null when the number that was asked belongs to nobody.
  payer_id bigint references customers,
  -- The number that was asked, masked; empty when nobody else was asked.
  payer_phone text not null default '',
  -- The payer may read results and files of the orders.
  share_results boolean not null default false,
  -- The payer agreed, and the debt was moved to the payer's credit.
  on_payer boolean not null default false,
  answer_by timestamptz,
  answered_at timestamptz,
  payer_name text not null,
  stage text not null check (stage in ('proposed', 'unpaid', 'confirming', 'paid', 'cancelled')),
  version integer not null default 1,
  total_fen bigint not null check (total_fen > 0),
  -- What a coupon takes off; total_fen is net. The coupon as it was chosen: id, name and kind.
  discount_fen bigint not null default 0 check (discount_fen >= 0),
  coupon jsonb,
  due_at timestamptz not null,
  method text,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- when staff last asked for payment
  reminded_at timestamptz
);
create index settlements_customer on settlements (customer_id, id desc);
create index settlements_payer on settlements (payer_id, id desc);
create index settlements_stage on settlements (stage, created_at desc, id desc);

create table settlement_rows (
  id bigint generated always as identity primary key,
  order_id bigint not null unique,
  customer_id bigint not null references customers,
  -- Who owes it: its customer, or the payer whose credit took it over.
  owed_by bigint not null references customers,
  -- credit: the whole amount of an order tested on credit; supplement: what a prepayment fell short of
  kind text not null check (kind in ('credit', 'supplement')),
  -- Net of the discount of the settlement; 0 only where a coupon covers it.
  amount_fen bigint not null check (amount_fen >= 0),
  discount_fen bigint not null default 0 check (discount_fen >= 0),
  estimate_fen bigint not null,
  reason text not null default '',
  due_at timestamptz not null,
  settlement_id bigint references settlements,
  paid_at timestamptz,
  fixed_by bigint not null references staff,
  fixed_at timestamptz not null,
  check (amount_fen + discount_fen > 0)
);
create index settlement_rows_open on settlement_rows (customer_id, id) where settlement_id is null;
create index settlement_rows_owed on settlement_rows (owed_by) where paid_at is null;
create index settlement_rows_settlement on settlement_rows (settlement_id);

-- Every final amount that was ever proposed for an order: far above what was agreed it waits for a second person, and until it is
-- paid it can be taken back. The one that counts stands at 'held'.
create table final_amounts (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  stage text not null check (stage in ('checking', 'held', 'returned', 'takenBack')),
  version integer not null default 1,
  amount_fen bigint not null check (amount_fen >= 0),
  agreed_fen bigint,
  reason text not null default '',
  proposed_by bigint not null references staff,
  confirmed_by bigint references staff,
  created_at timestamptz not null,
  check (confirmed_by is null or confirmed_by <> proposed_by)
);
create unique index final_amounts_open on final_amounts (order_id) where stage in ('checking', 'held');
create index final_amounts_stage on final_amounts (stage, id desc);
