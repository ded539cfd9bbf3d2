-- What the bell of the console shows to one member of staff. Deleted after some months by periodic work.
create table staff_notices (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  kind text not null,
  title text not null,
  -- The page of the console on which the person acts.
  path text not null check (path like '/console%'),
  -- The same matter is told once.
  key text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (staff_id, key)
);
create index staff_notices_newest on staff_notices (staff_id, id desc);
create index staff_notices_unread on staff_notices (staff_id) where read_at is null;
create index staff_notices_created_at on staff_notices (created_at);
