-- Entries of a ledger, histories and audit rows are records: nobody changes or removes them, the application included.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Search of staff by index: what a row is found by is one folded text, and its bigrams stand in a GIN index. A text that contains what
-- was typed has all of its bigrams; the text itself then decides.
-- Both functions that run when rows are written are plpgsql: a session keeps their plan, while a function in SQL is planned again by every
-- statement, which cost more than the index. They call built-in functions only, because a restored dump resolves no others inside plpgsql.

-- Case, width and white space do not tell 「x射线」 from 「X 射线」.
create function folded(words text) returns text language plpgsql immutable parallel safe as $$
begin
  return lower(regexp_replace(normalize(words, NFKC), '\s', '', 'g'));
end $$;

-- The characters, then the pairs from the first character on and from the second. Folded text has no spaces, so that a space can separate
-- them. Its cost keeps the planner from computing it for every row instead of asking the index.
create function grams(words text) returns text[] language plpgsql immutable parallel safe cost 10000 as $$
begin
  return string_to_array(words, null) || array_remove(string_to_array(
    regexp_replace(words, '(..)|.', '\1 ', 'g') || regexp_replace(substr(words, 2), '(..)|.', '\1 ', 'g'), ' '), '');
end $$;

-- The pairs of what was typed, or the one character.
create function wanted_grams(words text) returns text[] language sql immutable parallel safe
return case when length(words) < 2 then grams(words) else (grams(words))[length(words) + 1:] end;

-- Tables of the platform: history of stages, audit log, outbox and jobs, idempotency keys, sessions,
-- and the versions by which other processes learn that cached answers are old.
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
  request_id text not null default '',
  -- The number that the input of a call names, so that the log of an order also has the calls that moved no stage.
  named_no text generated always as (coalesce(after ->> 'orderNo', after ->> 'sampleNo', after ->> 'settlementNo', after ->> 'applicationNo',
    after ->> 'pickupNo', after ->> 'refundNo', after ->> 'withdrawalNo', after ->> 'paymentNo', after ->> 'exchangeNo', after ->> 'groupNo')) stored
);
create index audit_log_subject on audit_log (subject, id);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_kind, actor_id, action, at desc);
create index audit_log_named_no on audit_log (named_no, id) where named_no is not null;

-- The chain over the audit log: each link has the hash of one audit row together with the hash of the link before. A job adds links in the
-- order in which it finds rows, so that nobody who writes waits for another (decision 0076).
create table audit_seals (
  n bigint primary key check (n > 0),
  audit_id bigint not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null
);

-- Sign-ins that succeeded or failed. Not audit rows: strangers cause them, and they are deleted after a year.
create table sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('customer', 'staff')),
  -- Null: there is no such account.
  subject_id bigint,
  -- What was typed where there is no account, masked.
  typed text not null default '',
  method text not null,
  outcome text not null,
  ip text not null default '',
  user_agent text not null default '',
  check (subject_id is not null or outcome <> 'done')
);
create index sign_ins_at on sign_ins (at desc, id desc);
create index sign_ins_subject on sign_ins (kind, subject_id, at desc);

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
  done_at timestamptz,
  -- Somebody waits at a screen for the result. These jobs have an index of their own, so that thousands of others do not stand before them.
  awaited boolean not null default false,
  -- Who runs a job: only the holder may say what came of it. Events and jobs are found each by an index of their own, so that the
  -- work of one look does not grow with what waits or is kept.
  holder text
);
create unique index jobs_dedupe on jobs (name, dedupe_key) where dedupe_key is not null and state = 'waiting';
create index jobs_due_events on jobs (run_at, id) where kind = 'event' and state in ('waiting', 'running');
create index jobs_due_jobs on jobs (run_at, id) where kind = 'job' and not awaited and state in ('waiting', 'running');
create index jobs_due_awaited on jobs (run_at, id) where kind = 'job' and awaited and state in ('waiting', 'running');
create index jobs_dead on jobs (id) where state = 'dead';
create index jobs_done on jobs (done_at) where state = 'done';

create table idempotency_keys (
  owner text not null,
  key text not null,
  call text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

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
  revoked_at timestamptz,
  -- Sign-in, consent, addresses, messages and their deliveries.
  -- A sign-in that was not to be remembered ends with the working day; each rotation keeps the choice.
  refresh_days smallint not null default 30,
  -- Calls of the person move it, the renewal of tokens does not. Null: not used since it was opened.
  used_at timestamptz,
  -- A person who comes back after a long absence may be somebody else with the same phone number.
  -- Opened after a long absence and not proved since by a second thing the person has or knows.
  in_doubt boolean not null default false,
  -- From the token that was exchanged and this salt the pair it was exchanged for is computed once more, for a second tab that sends it within the grace.
  rotation_salt text
);
create index sessions_subject on sessions (kind, subject_id) where revoked_at is null;
-- Where somebody was signed in lately, sessions that have ended included.
create index sessions_seen on sessions (kind, subject_id, last_seen_at desc);
create index sessions_in_doubt on sessions (subject_id, created_at) where in_doubt;
create index sessions_last_seen on sessions (last_seen_at);

create table cache_tags (
  tag text primary key,
  version bigint not null
);

-- Wrong passwords are counted per account, whatever address they come from.
create table login_failures (
  account text primary key,
  failures integer not null,
  last_at timestamptz not null,
  -- Waits that a proof of work stood in for, counted over a day.
  proved_waits integer not null default 0,
  proved_since timestamptz
);
create index login_failures_last_at on login_failures (last_at);

-- Proof of work for callers that look automated, and the lanes in which passwords are tried.
-- Secrets the processes of one database share; made when first needed.
create table server_keys (
  name text primary key,
  secret text not null,
  created_at timestamptz not null
);

-- A challenge serves once. Rows are dropped when the challenge would be refused for its age anyway.
create table used_proofs (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_proofs_expires_at on used_proofs (expires_at);

-- Periodic work: when each piece is due next.
create table periodic_work (
  name text primary key,
  due_at timestamptz not null,
  last_queued_at timestamptz
);

-- Wrong passwords from one address within an hour, whichever accounts they are for. The address is kept as a hash: it is counted, not read.
create table address_tries (
  address_hash text primary key,
  tries integer not null,
  since timestamptz not null
);
create index address_tries_since on address_tries (since);

create trigger stage_history_immutable before update or delete on stage_history for each row execute function refuse_change();
create trigger stage_history_no_truncate before truncate on stage_history for each statement execute function refuse_change();
create trigger audit_log_immutable before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
create trigger audit_seals_immutable before update or delete on audit_seals for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();
