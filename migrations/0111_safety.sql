-- What the administrators of the house should look at, and fast counting of who read what.

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

create index audit_log_actor on audit_log (actor_kind, actor_id, action, at desc);
