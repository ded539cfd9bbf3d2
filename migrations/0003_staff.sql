create table staff (
  id bigint generated always as identity primary key,
  account text not null unique,
  name text not null,
  role text not null check (role in ('manager', 'lab', 'reviewer', 'finance', 'logistics', 'editor', 'admin')),
  password_hash text not null,
  phone text not null default '',
  disabled_at timestamptz,
  created_at timestamptz not null
);
