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
