-- Applications of promoters and what became of them. A customer has at most one that is open or in force.
create table promoters (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  stage text not null check (stage in ('pending', 'active', 'suspended', 'rejected', 'cancelled', 'left')),
  version integer not null default 1,
  -- How the customer means to promote.
  plan text not null,
  -- The version of the agreement that the customer accepted.
  agreement text not null,
  reason text not null default '',
  applied_at timestamptz not null,
  approved_at timestamptz,
  left_at timestamptz,
  check ((stage = 'left') = (left_at is not null)),
  check (stage not in ('active', 'suspended') or approved_at is not null)
);
create unique index promoters_live on promoters (customer_id) where stage in ('pending', 'active', 'suspended');
create index promoters_customer on promoters (customer_id, id desc);
create index promoters_stage on promoters (stage, id);

-- A customer is bound to the promoter who brought them, from the registration on for the time of the rule of that day.
create table promoter_bindings (
  customer_id bigint primary key references customers,
  promoter_id bigint not null references customers,
  bound_at timestamptz not null,
  ends_at timestamptz not null,
  check (customer_id <> promoter_id)
);
create index promoter_bindings_promoter on promoter_bindings (promoter_id, bound_at desc);

-- What a promoter gets for one order: amount = pending + available − owed. It follows the price of the order; what was already withdrawn
-- is owed and deducted from what comes later. The ledger moves it: kind 'rebate', business id = id.
create table rebates (
  id bigint generated always as identity primary key,
  order_id bigint not null unique,
  order_no text not null,
  customer_id bigint not null references customers,
  promoter_id bigint not null references customers,
  version integer not null default 1,
  base_fen bigint not null check (base_fen >= 0),
  amount_fen bigint not null check (amount_fen >= 0),
  pending_fen bigint not null default 0 check (pending_fen >= 0),
  available_fen bigint not null default 0 check (available_fen >= 0),
  owed_fen bigint not null default 0 check (owed_fen >= 0),
  -- Why the order earns nothing: the promoter paid it, or promoter and customer are paid out to one account.
  refusal text not null default '' check (refusal in ('', 'payer', 'payee')),
  paid_at timestamptz not null,
  due_at timestamptz not null,
  matured_at timestamptz,
  check (customer_id <> promoter_id),
  check (amount_fen = pending_fen + available_fen - owed_fen),
  check (amount_fen <= base_fen),
  check (refusal = '' or amount_fen = 0),
  check (matured_at is null or pending_fen = 0)
);
create index rebates_promoter on rebates (promoter_id, id desc);
create index rebates_owed on rebates (promoter_id) where owed_fen > 0;
create index rebates_pending on rebates (promoter_id) where matured_at is null and pending_fen > 0;
