-- A list of the console as somebody keeps it: its address with filters, order and columns, under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  index_name text not null,
  name text not null,
  -- null: only for its owner; otherwise also for everybody with this role
  role text,
  address text not null,
  created_at timestamptz not null,
  unique (staff_id, index_name, name)
);
create index saved_views_role on saved_views (index_name, role) where role is not null;
