-- Addresses that moved, such as those of the website before this one.
create table redirects (
  id bigint generated always as identity primary key,
  -- The old path, without query and without a slash at its end.
  from_path text not null unique check (from_path like '/%' and length(from_path) <= 300),
  -- A path of this site, which may have a query.
  to_path text not null check (to_path like '/%' and to_path not like '//%' and length(to_path) <= 500),
  hits bigint not null default 0,
  last_hit_at timestamptz,
  created_by bigint references staff,
  created_at timestamptz not null
);
create index redirects_to on redirects (to_path);

-- Addresses of visitors that have no page, for editors who lead them somewhere. Paths only: no query, no visitor, and a bounded number of rows.
create table missing_addresses (
  id bigint generated always as identity primary key,
  path text not null unique check (path like '/%' and length(path) <= 300),
  hits bigint not null default 1,
  first_asked_at timestamptz not null,
  last_asked_at timestamptz not null,
  ignored boolean not null default false
);
create index missing_addresses_last on missing_addresses (last_asked_at);
