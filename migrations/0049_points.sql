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
  -- The exchange, by its number in the ledger.
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
