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

-- Amounts that wait for payment can be taken back as well when they were fixed before this table was there.
insert into final_amounts (order_id, stage, amount_fen, agreed_fen, reason, proposed_by, created_at)
  select o.id, 'held', o.final_fen, coalesce(o.quote_fen, o.estimate_fen), r.reason, r.fixed_by, r.fixed_at
  from orders o join settlement_rows r on r.order_id = o.id where o.final_fen is not null and o.paid_at is null;
