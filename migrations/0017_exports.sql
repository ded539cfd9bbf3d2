-- A list that a member of staff asked for as a file. The row and the file are dropped when it expires.
create table list_exports (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  index_name text not null,
  -- the list as its page shows it: filters, order and columns
  address text not null,
  -- the ids of chosen rows; null: the whole list
  chosen bigint[],
  -- null until the rows are counted
  total integer,
  rows_done integer not null default 0,
  file_id bigint,
  -- why there is no file
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index list_exports_staff on list_exports (staff_id, id desc);
