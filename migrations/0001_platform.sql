-- Tables of the platform: the way of every thing through its stages, deeds of staff, outbox and jobs,
-- idempotency keys, sessions, and the signal that tells other processes to drop cached answers.

create table stage_history (
  id bigint generated always as identity primary key,
  entity text not null,
  entity_id bigint not null,
  version integer not null,
  from_stage text,
  to_stage text not null,
  action text not null,
  actor_kind text not null,
  actor_id bigint,
  reason text,
  at timestamptz not null,
  unique (entity, entity_id, version)
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null,
  actor_id bigint,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text not null default '',
  request_id text not null default ''
);
create index audit_log_subject on audit_log (subject, id);
create index audit_log_at on audit_log (at desc, id desc);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('event', 'job')),
  name text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'dead')),
  run_at timestamptz not null,
  attempts integer not null default 0,
  lease_until timestamptz,
  dedupe_key text,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index jobs_due on jobs (run_at, id) where state in ('waiting', 'running');
create unique index jobs_dedupe on jobs (name, dedupe_key) where dedupe_key is not null and state = 'waiting';

create table idempotency_keys (
  owner text not null,
  key text not null,
  call text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (owner, key)
);

create table sessions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('customer', 'staff')),
  subject_id bigint not null,
  access_hash text not null unique,
  access_expires_at timestamptz not null,
  refresh_hash text not null unique,
  refresh_expires_at timestamptz not null,
  previous_refresh_hash text unique,
  rotated_at timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default '',
  revoked_at timestamptz
);
create index sessions_subject on sessions (kind, subject_id) where revoked_at is null;

create table cache_tags (
  tag text primary key,
  version bigint not null
);

-- Entries of a ledger, histories and audit rows are records: nobody changes or removes them, the application included.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger stage_history_immutable before update or delete on stage_history for each row execute function refuse_change();
create trigger audit_log_immutable before update or delete on audit_log for each row execute function refuse_change();
create trigger stage_history_no_truncate before truncate on stage_history for each statement execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
