-- What was backed up, checked and restored, for the page of system health and for the alarm of a failure.
create table backup_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore', 'drill')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  ok boolean not null,
  -- The name of the file, without its folder.
  file_name text not null,
  bytes bigint not null,
  -- Numbers of rows and files, or the reason of a failure.
  detail jsonb not null
);
create index backup_runs_kind on backup_runs (kind, started_at desc);
