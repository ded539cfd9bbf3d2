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

-- Waits that a proof of work stood in for, counted over a day.
alter table login_failures
  add column proved_waits integer not null default 0,
  add column proved_since timestamptz;

-- Where somebody was signed in lately, sessions that have ended included.
create index sessions_seen on sessions (kind, subject_id, last_seen_at desc);
create index sms_codes_ip_phone on sms_codes (ip, phone, created_at desc);
