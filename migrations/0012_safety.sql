-- Alarms for administrators.
-- One row per kind and occasion, however often it is raised.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null,
  occasion text not null,
  text text not null,
  times integer not null default 1,
  raised_at timestamptz not null,
  last_at timestamptz not null,
  seen_at timestamptz,
  seen_by bigint references staff (id),
  unique (kind, occasion)
);
create index alarms_open on alarms (last_at desc) where seen_at is null;

-- One row per alarm and address, so that nobody gets the same alarm twice however often its jobs are tried.
create table alarm_mails (
  alarm_id bigint not null references alarms (id),
  recipient text not null,
  sent_at timestamptz,
  last_error text not null default '',
  primary key (alarm_id, recipient)
);
