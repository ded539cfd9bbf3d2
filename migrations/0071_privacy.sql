create table personal_exports (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  file_id bigint references files (id) on delete set null,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null
);
create index personal_exports_customer on personal_exports (customer_id, id desc);
