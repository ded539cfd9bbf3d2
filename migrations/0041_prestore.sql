-- A customer says that money was transferred, to prestore it or to pay something; finance finds the line in the bank's statement.
-- Only the line credits.
create table transfer_claims (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  kind text not null check (kind in ('prestore', 'settlement', 'order')),
  -- number of the settlement or order; empty for prestored funds
  payable_no text not null default '' check ((payable_no = '') = (kind = 'prestore')),
  stage text not null check (stage in ('pending', 'checking', 'credited', 'rejected', 'cancelled')),
  version integer not null default 1,
  amount_fen bigint not null check (amount_fen > 0),
  payer_name text not null,
  transferred_on date not null,
  voucher_file_id bigint,
  remark text not null default '',
  reject_reason text not null default '',
  bank_line_id bigint,
  matched_by bigint references staff,
  confirmed_by bigint references staff,
  created_at timestamptz not null,
  credited_at timestamptz,
  check (confirmed_by is null or confirmed_by <> matched_by),
  check (stage not in ('checking', 'credited') or bank_line_id is not null)
);
create index transfer_claims_customer on transfer_claims (customer_id, id desc);
create index transfer_claims_stage on transfer_claims (stage, id desc);
create unique index transfer_claims_open on transfer_claims (kind, payable_no) where kind <> 'prestore' and stage in ('pending', 'checking');

create table bank_lines (
  id bigint generated always as identity primary key,
  serial text not null unique,
  amount_fen bigint not null check (amount_fen > 0),
  payer text not null,
  payer_account text not null default '',
  received_at timestamptz not null,
  memo text not null default '',
  claim_id bigint unique references transfer_claims,
  imported_by bigint not null references staff,
  imported_at timestamptz not null
);
create index bank_lines_open on bank_lines (received_at desc, id desc) where claim_id is null;
alter table transfer_claims add foreign key (bank_line_id) references bank_lines;

-- Money of a known customer that came to the bank and fits no application: it stands in the customer's account 'unassigned' until
-- it is assigned to the balance, a prepayment or a settlement, or returned. The ledger moves it; this row says what is left of it.
create table received_money (
  id bigint generated always as identity primary key,
  bank_line_id bigint not null unique references bank_lines,
  customer_id bigint not null references customers,
  stage text not null check (stage in ('open', 'returning', 'assigned', 'returned')),
  version integer not null default 1,
  amount_fen bigint not null check (amount_fen > 0),
  rest_fen bigint not null check (rest_fen >= 0 and rest_fen <= amount_fen),
  reason text not null,
  kept_by bigint not null references staff,
  kept_at timestamptz not null,
  return_by bigint references staff,
  return_reason text not null default ''
);
create index received_money_customer on received_money (customer_id, id desc);
create index received_money_stage on received_money (stage, id desc);
