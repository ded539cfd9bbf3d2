create sequence withdrawal_numbers;

-- Where a customer's withdrawals go. A withdrawal keeps its own copy, so that a later change does not redirect it.
create table payout_accounts (
  customer_id bigint primary key references customers,
  holder text not null,
  bank text not null,
  account text not null,
  changed_at timestamptz not null
);

-- Money on its way out of a customer's balance or rebates to a bank account, asked for by the customer or made by finance (`made_by`).
-- It is held from the request on; the ledger moves it.
create table withdrawals (
  id bigint generated always as identity primary key,
  withdrawal_no text not null unique,
  customer_id bigint not null references customers,
  source text not null check (source in ('prestore', 'rebate')),
  stage text not null check (stage in ('pending', 'checking', 'approved', 'paid', 'rejected', 'cancelled')),
  version integer not null default 1,
  amount_fen bigint not null check (amount_fen > 0),
  holder text not null,
  bank text not null,
  account text not null,
  reason text not null default '',
  reject_reason text not null default '',
  made_by bigint references staff,
  proposed_by bigint references staff,
  approved_by bigint references staff,
  paid_by bigint references staff,
  bank_serial text unique,
  paid_on date,
  created_at timestamptz not null,
  check (approved_by is null or proposed_by is null or approved_by <> proposed_by),
  check (stage not in ('approved', 'paid') or approved_by is not null),
  check ((stage = 'paid') = (bank_serial is not null and paid_on is not null and paid_by is not null))
);
create index withdrawals_customer on withdrawals (customer_id, id desc);
create index withdrawals_stage on withdrawals (stage, id desc);
