-- Roles that administrators compose from actions. The base is the built-in role in whose work and messages its people take part.
create table staff_roles (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  note text not null default '',
  base text not null check (base in ('manager', 'lab', 'reviewer', 'finance', 'logistics', 'editor', 'admin')),
  actions text[] not null,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null
);
create unique index staff_roles_name on staff_roles (name) where archived_at is null;

-- What one person of a role may decide alone on one day. A role without a row has no limit. role_key: a built-in role or the id of a row of staff_roles.
create table staff_limits (
  role_key text not null,
  kind text not null,
  day_fen bigint not null check (day_fen >= 0),
  primary key (role_key, kind)
);

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
  email text not null default '',
  -- The actions of this role replace those of the built-in one; null: the built-in role as it is.
  custom_role_id bigint references staff_roles (id)
);
create index staff_custom_role_id on staff (custom_role_id) where custom_role_id is not null;

-- How much a person has decided alone on a day of Asia/Shanghai, for the limits.
create table staff_limit_uses (
  staff_id bigint not null references staff (id),
  kind text not null,
  day date not null,
  used_fen bigint not null check (used_fen >= 0),
  primary key (staff_id, kind, day)
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

-- Days on which a member of staff is away, and who does the work meanwhile. A person is away at most once on a day: the writer locks the
-- person and looks.
create table staff_absences (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  deputy_id bigint references staff (id),
  -- Days of Asia/Shanghai, both included.
  first_day date not null,
  last_day date not null,
  reason text not null default '',
  created_by bigint not null references staff (id),
  created_at timestamptz not null,
  -- Taken back, or back earlier than planned.
  ended_at timestamptz,
  check (last_day >= first_day),
  check (deputy_id <> staff_id)
);
create index staff_absences_last_day on staff_absences (last_day) where ended_at is null;
