-- Settings: one JSON value per key. What a key means and its default stand in settings/rules.ts.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);
