-- Analyses of delivered curves that a customer keeps. The server computed each result from the file; numbers and names of the file are copied, so
-- that a list needs no other table. A removed analysis can be taken back for some weeks.
create table curve_analyses (
  id bigint generated always as identity primary key,
  -- The account: a person, or a group in whose name a person worked.
  customer_id bigint not null references customers (id) on delete cascade,
  file_id bigint not null references files (id) on delete cascade,
  series smallint not null check (series >= 0),
  order_no text not null,
  sample_no text not null,
  file_name text not null,
  tool text not null,
  tool_version integer not null,
  -- What the customer said the horizontal axis means; empty: as the file says.
  axis text not null default '',
  parameters jsonb not null,
  -- Names file, curve, tool, version, axis and parameters: the same analysis is kept once.
  digest text not null,
  result jsonb not null,
  note text not null default '',
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index curve_analyses_digest on curve_analyses (customer_id, digest) where removed_at is null;
create index curve_analyses_customer on curve_analyses (customer_id, id);
create index curve_analyses_file on curve_analyses (file_id, customer_id);
create index curve_analyses_removed on curve_analyses (removed_at) where removed_at is not null;
