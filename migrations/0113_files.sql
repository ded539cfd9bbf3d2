-- Files whose row is gone and whose bytes are kept for some days, so that a database restored to an earlier moment finds them again.
create table removed_files (
  storage_key text primary key,
  removed_at timestamptz not null
);
create index removed_files_at on removed_files (removed_at);
