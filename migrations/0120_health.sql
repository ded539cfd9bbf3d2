-- What the last look at the system found: disk, clock, certificates, providers, database, backups (decision 0096). Each look replaces all rows.
create table health_findings (
  place integer primary key,
  level text not null check (level in ('error', 'warning', 'ok')),
  name text not null,
  seen text not null,
  todo text not null,
  -- Since when this name has had this level.
  since timestamptz not null,
  looked_at timestamptz not null,
  -- The computer that looked.
  host text not null
);
