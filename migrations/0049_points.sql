-- What each customer still owes of points that were taken back after they were spent. The row is the lock of everything that moves the
-- customer's points, so that the lots below it need no lock of their own.
create table point_holders (
  customer_id bigint primary key references customers,
  owed bigint not null default 0 check (owed >= 0),
  -- Counts the deductions of owed points; each is a step of the ledger.
  deductions integer not null default 0
);

-- What a business event has earned by now. Bringing it to another amount posts the difference as the next step.
create table point_earnings (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  kind text not null check (kind in ('order', 'evaluation', 'invite', 'claim', 'gift')),
  business_id text not null,
  points bigint not null default 0 check (points >= 0),
  steps integer not null default 0,
  memo text not null,
  created_at timestamptz not null,
  unique (customer_id, kind, business_id)
);

-- Points that came in together and expire together. The remaining points of all lots of a customer are the balance of the ledger account.
create table point_lots (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- Null: transferred, or given back.
  earning_id bigint references point_earnings,
  points bigint not null check (points > 0),
  remaining bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  constraint point_lots_remaining check (remaining between 0 and points)
);
create index point_lots_customer on point_lots (customer_id, expires_at, id) where remaining > 0;
create index point_lots_expiring on point_lots (expires_at, id) where remaining > 0;

-- Which lots something was paid from, so that points given back keep the time they had.
create table point_uses (
  id bigint generated always as identity primary key,
  lot_id bigint not null references point_lots,
  -- `exchange:12` or `transfer:3`.
  business_id text not null,
  points bigint not null check (points > 0),
  returned_at timestamptz
);
create index point_uses_business on point_uses (business_id);
create index point_uses_lot on point_uses (lot_id);

-- Checked at commit: the lots of a customer hold exactly what the ledger holds.
create function point_lots_agree() returns trigger language plpgsql as $$
declare
  customer bigint := case when tg_table_name = 'point_lots' then (to_jsonb(new) ->> 'customer_id')::bigint else substr(to_jsonb(new) ->> 'owner', 10)::bigint end;
  held numeric;
  posted bigint;
begin
  select coalesce(sum(remaining), 0) into held from point_lots where customer_id = customer and remaining > 0;
  select coalesce(sum(balance_fen), 0) into posted from ledger_accounts where owner = 'customer:' || customer and kind = 'points';
  if held <> posted then
    raise exception 'customer % has lots of % points and a balance of %', customer, held, posted using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger point_lots_agree after insert or update of remaining on point_lots
  deferrable initially deferred for each row execute function point_lots_agree();
create constraint trigger ledger_points_agree after insert or update of balance_fen on ledger_accounts
  deferrable initially deferred for each row when (new.kind = 'points') execute function point_lots_agree();

create table point_goods (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  kind text not null check (kind in ('goods', 'coupon')),
  name text not null,
  img text not null default '',
  about text not null default '',
  points integer not null check (points > 0),
  -- What is left; null: not counted, for coupons only, whose campaign has its own limit.
  stock integer,
  taken integer not null default 0 check (taken >= 0),
  -- Null: no limit.
  per_person integer check (per_person > 0),
  on_sale boolean not null,
  campaign_id bigint references coupon_campaigns,
  created_by bigint references staff,
  created_at timestamptz not null,
  constraint point_goods_stock check (stock >= 0),
  check ((kind = 'coupon') = (campaign_id is not null)),
  check (kind = 'coupon' or stock is not null)
);
create index point_goods_on_sale on point_goods (points, id) where on_sale;

create sequence point_exchange_numbers;
create table point_exchanges (
  id bigint generated always as identity primary key,
  exchange_no text not null unique,
  customer_id bigint not null references customers,
  goods_id bigint not null references point_goods,
  -- Kept as they were at the exchange.
  goods_kind text not null,
  goods_name text not null,
  points integer not null check (points > 0),
  stage text not null check (stage in ('to_ship', 'shipped', 'done', 'cancelled')),
  version integer not null default 1,
  -- Name, phone and address of the receiver; empty for coupons, and after the account is closed.
  receiver text not null default '',
  phone text not null default '',
  address text not null default '',
  coupon_id bigint references coupons,
  courier text not null default '',
  waybill text not null default '',
  reason text not null default '',
  created_at timestamptz not null,
  shipped_at timestamptz,
  ended_at timestamptz,
  check (stage <> 'shipped' or waybill <> '')
);
create index point_exchanges_customer on point_exchanges (customer_id, id desc);
create index point_exchanges_goods on point_exchanges (goods_id, customer_id);
create index point_exchanges_stage on point_exchanges (stage, id);

create table point_claims (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  stage text not null check (stage in ('pending', 'approved', 'rejected', 'withdrawn')),
  version integer not null default 1,
  doi text not null,
  title text not null,
  journal text not null,
  project text not null,
  words text not null,
  company text not null,
  published_on date not null,
  -- The page of the paper: a link or an uploaded file.
  link text not null default '',
  file_id bigint references files,
  -- May be shown in the table of acknowledgements.
  consent boolean not null,
  -- What was given, and the entry that was published.
  points integer,
  acknowledgement_id bigint,
  reason text not null default '',
  decided_by bigint references staff,
  decided_at timestamptz,
  created_at timestamptz not null
);
-- A paper earns once, whoever of its authors claims it.
create unique index point_claims_doi on point_claims (doi) where stage in ('pending', 'approved');
create index point_claims_customer on point_claims (customer_id, id desc);
create index point_claims_stage on point_claims (stage, id);

create table point_transfers (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- Null: no account has this phone; such an offer is never accepted.
  to_customer_id bigint references customers,
  to_phone text not null,
  points integer not null check (points > 0),
  stage text not null check (stage in ('offered', 'accepted', 'returned')),
  version integer not null default 1,
  -- The month in Shanghai, for the limit.
  month text not null,
  answer_by timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (to_customer_id <> customer_id)
);
create index point_transfers_sender on point_transfers (customer_id, id desc);
create index point_transfers_receiver on point_transfers (to_customer_id, id desc);
create index point_transfers_due on point_transfers (answer_by) where stage = 'offered';
