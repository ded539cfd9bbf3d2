-- Unexpected errors, one row for all that are the same (decision 0098). No personal data: only what may stand in the log.
create table faults (
  id bigint generated always as identity primary key,
  -- Of kind, place, type, code and the top frames of our own code.
  fingerprint text not null unique,
  kind text not null check (kind in ('call', 'page', 'job', 'request', 'browser', 'process')),
  place text not null,
  type text not null,
  code text not null,
  message text not null,
  stack text not null,
  state text not null default 'open' check (state in ('open', 'resolved', 'ignored')),
  times bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  first_release text not null,
  last_release text not null,
  -- The latest releases in which it was seen.
  releases text[] not null,
  -- When it was last marked as resolved, and the release that was running then.
  resolved_at timestamptz,
  resolved_release text,
  -- When it last came back after that.
  reopened_at timestamptz,
  -- When the administrators were told; null: not since it was opened.
  told_at timestamptz
);
create index faults_last_seen on faults (last_seen_at, id);

-- The latest occurrences of each.
create table fault_samples (
  id bigint generated always as identity primary key,
  fault_id bigint not null references faults (id) on delete cascade,
  request_id text,
  trace_id text,
  release text not null,
  host text not null,
  seen_at timestamptz not null
);
create index fault_samples_fault on fault_samples (fault_id, id);
-- By the number that a customer sees.
create index fault_samples_number on fault_samples (left(request_id, 8));
create index fault_samples_seen on fault_samples (seen_at);
