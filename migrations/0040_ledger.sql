-- The double-entry ledger. The balance of a customer's account is kept on the account for the floor check under its row lock; entries
-- are the record, and every entry keeps the balance it led to, so that any divergence shows where it began. Accounts of the laboratory are
-- in most transfers and have no floor: their balance is the sum of their entries, so that no row is there for all customers to wait for.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  owner text not null,
  kind text not null,
  balance_fen bigint default 0,
  floor_fen bigint,
  unique (owner, kind),
  constraint ledger_accounts_stored check ((balance_fen is null) = (owner = 'laboratory')),
  constraint ledger_accounts_floor check (floor_fen is null or balance_fen >= floor_fen)
);

create table ledger_transfers (
  id bigint generated always as identity primary key,
  kind text not null,
  business_id text not null,
  operation text not null,
  memo text not null,
  actor_kind text not null,
  actor_id bigint,
  at timestamptz not null,
  constraint ledger_transfers_business unique (kind, business_id, operation)
);

create index ledger_transfers_at on ledger_transfers (at);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references ledger_transfers,
  account_id bigint not null references ledger_accounts,
  amount_fen bigint not null check (amount_fen <> 0),
  -- Null for accounts of the laboratory.
  balance_after_fen bigint,
  unique (transfer_id, account_id)
);
create index ledger_entries_account on ledger_entries (account_id, id desc);

-- Checked at commit, when the transfer is whole: its entries sum to nothing and are at least two.
create function ledger_transfer_balanced() returns trigger language plpgsql as $$
declare
  transfer bigint := case when tg_table_name = 'ledger_transfers' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(new) ->> 'transfer_id')::bigint end;
  entries bigint;
  total numeric;
begin
  select count(*), coalesce(sum(amount_fen), 0) into entries, total from ledger_entries where transfer_id = transfer;
  if entries < 2 or total <> 0 then
    raise exception 'transfer % has % entries that sum to %', transfer, entries, total using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A stored balance is nothing but the last entry's: it cannot be set by hand.
create function ledger_account_agrees() returns trigger language plpgsql as $$
declare
  stored bigint;
  last_entry bigint;
begin
  select balance_fen into stored from ledger_accounts where id = new.id;
  select balance_after_fen into last_entry from ledger_entries where account_id = new.id order by id desc limit 1;
  if stored <> coalesce(last_entry, 0) then
    raise exception 'account % stores % but its last entry says %', new.id, stored, last_entry using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger ledger_accounts_no_delete before delete on ledger_accounts for each row execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();
create constraint trigger ledger_accounts_agree after insert or update on ledger_accounts
  deferrable initially deferred for each row execute function ledger_account_agrees();
create trigger ledger_transfers_immutable before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();
create constraint trigger ledger_transfers_balanced after insert on ledger_transfers
  deferrable initially deferred for each row execute function ledger_transfer_balanced();
create trigger ledger_entries_immutable before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_transfer_balanced();

-- The accounts of the installation itself exist from the start.
insert into ledger_accounts (owner, kind, balance_fen)
select 'laboratory', kind, null from unnest(array['bank', 'wechatpay', 'alipay', 'channel_fee', 'income', 'rebate_cost', 'points_issued', 'rounding']) as kind;
