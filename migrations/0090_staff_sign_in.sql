-- Second factor of staff, sign-ins under way, and the time of last use that the idle limit counts from.

alter table staff
  -- Base32, as authenticator apps take it. The server must compute the codes, so it cannot be a hash.
  add column totp_secret text,
  -- A secret shown to its owner and not yet proved by a code.
  add column totp_pending text,
  add column totp_enrolled_at timestamptz,
  -- The newest step whose code was used: it and all before it are spent.
  add column totp_last_step bigint not null default 0,
  -- Given by an administrator: its owner chooses another at the next sign-in.
  add column password_temporary boolean not null default false;

create table staff_recovery_codes (
  code_hash text primary key,
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_recovery_codes_staff on staff_recovery_codes (staff_id);

-- The password was right; what is still missing is asked for step by step under this ticket.
create table staff_sign_ins (
  ticket_hash text primary key,
  staff_id bigint not null references staff (id),
  code_proved boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sign_ins_expires_at on staff_sign_ins (expires_at);

-- Calls of the person move it, the renewal of tokens does not. Null: not used since it was opened.
alter table sessions add column used_at timestamptz;
