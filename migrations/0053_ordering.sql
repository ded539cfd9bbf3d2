-- One wizard per customer; the version keeps a second device from overwriting silently.
create table order_drafts (
  customer_id bigint primary key references customers (id),
  version integer not null,
  step smallint not null,
  data jsonb not null,
  updated_at timestamptz not null
);
