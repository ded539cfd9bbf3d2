create table staff (
  id bigint generated always as identity primary key,
  account text not null unique,
  name text not null,
  role text not null check (role in ('manager', 'lab', 'reviewer', 'finance', 'logistics', 'editor', 'admin')),
  password_hash text not null,
  phone text not null default '',
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- Second factor of staff, sign-ins under way, and the time of last use that the idle limit counts from.
  -- Base32, as authenticator apps take it. The server must compute the codes, so it cannot be a hash.
  totp_secret text,
  -- A secret shown to its owner and not yet proved by a code.
  totp_pending text,
  totp_enrolled_at timestamptz,
  -- The newest step whose code was used: it and all before it are spent.
  totp_last_step bigint not null default 0,
  -- Given by an administrator: its owner chooses another at the next sign-in.
  password_temporary boolean not null default false,
  -- Where a member of staff receives mail about alarms.
  email text not null default ''
);

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
