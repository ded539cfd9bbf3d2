-- The newest release whose notes a member of staff has read in the console. Without a row: none.
create table releases_read (
  staff_id bigint primary key references staff (id),
  version text not null,
  read_at timestamptz not null
);
