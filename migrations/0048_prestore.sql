-- What a customer paid for an order and did not get back, and how much of that stands on invoices. The ledger has the movements; this
-- row is written in the same transaction. The constraint holds that no invoice exceeds it, and that invoiced money is not returned.
create table paid_orders (
  order_id bigint not null,
  customer_id bigint not null references customers,
  -- The prepayment, held or earned, less what was returned of it.
  prepaid_fen bigint not null default 0 check (prepaid_fen >= 0),
  -- Paid through settlements, less what disputes returned; negative when a dispute returned a part of the prepayment.
  settled_fen bigint not null default 0,
  invoiced_fen bigint not null default 0 check (invoiced_fen >= 0),
  paid_at timestamptz not null,
  primary key (order_id, customer_id),
  constraint paid_orders_invoiced check (invoiced_fen <= prepaid_fen + settled_fen)
);
create index paid_orders_open on paid_orders (customer_id, paid_at desc, order_id desc) where prepaid_fen + settled_fen > invoiced_fen;
