-- The codes that the laboratory's accountant uses for the accounts of the ledger. An account without a row has the code of the product.
create table account_codes (
  account text primary key,
  code text not null,
  name text not null
);

-- Every export of a journal, with all that it was made from: made again it has the same bytes.
create table journal_exports (
  id bigint generated always as identity primary key,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  detail text not null check (detail in ('day', 'posting')),
  codes jsonb not null,
  -- Output tax that is taken out of income; 0: income as it is.
  tax_percent integer not null check (tax_percent between 0 and 20),
  lines integer not null,
  -- Debit and credit are equal.
  sum_fen bigint not null,
  made_by bigint not null references staff (id),
  made_at timestamptz not null
);
create trigger journal_exports_immutable before update or delete on journal_exports for each row execute function refuse_change();
