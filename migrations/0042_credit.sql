-- Debts with a date: while one is past it, no new credit is given.
create table credit_dues (
  business_id text primary key,
  customer_id bigint not null references customers,
  due_at timestamptz not null,
  cleared_at timestamptz
);
create index credit_dues_open on credit_dues (customer_id, due_at) where cleared_at is null;

create table credit_applications (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  stage text not null check (stage in ('pending', 'checking', 'approved', 'rejected', 'cancelled')),
  version integer not null default 1,
  wanted_fen bigint not null check (wanted_fen > 0),
  reason text not null,
  -- What finance decided, and who; above the limit in the settings a second person confirms.
  granted_fen bigint check (granted_fen >= 0),
  decided_by bigint references staff,
  confirmed_by bigint references staff,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (confirmed_by is null or confirmed_by <> decided_by)
);
create unique index credit_applications_one_open on credit_applications (customer_id) where stage in ('pending', 'checking');
create index credit_applications_stage on credit_applications (stage, id desc);
