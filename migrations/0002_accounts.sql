create table customers (
  id bigint generated always as identity primary key,
  phone text not null unique,
  password_hash text not null,
  -- 0 student, 1 individual, 2 enterprise, 3 teacher; null until the profile is filled in
  user_type smallint check (user_type in (0, 1, 2, 3)),
  name text not null default '',
  nickname text not null default '',
  email text not null default '',
  company text not null default '',
  teacher text not null default '',
  teacher_phone text not null default '',
  teacher_mail text not null default '',
  area_code text not null default '',
  province text not null default '',
  city text not null default '',
  area text not null default '',
  address text not null default '',
  profile_completed_at timestamptz,
  advisor_id bigint,
  inviter_code text not null default '',
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table sms_codes (
  id bigint generated always as identity primary key,
  phone text not null,
  purpose smallint not null check (purpose in (0, 1, 3)),
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ip text not null default ''
);
create index sms_codes_phone on sms_codes (phone, created_at desc);

-- Wrong tries are counted per phone and purpose, so that a new code does not start the count again.
create table code_failures (
  phone text not null,
  purpose smallint not null,
  failures integer not null,
  window_started_at timestamptz not null,
  primary key (phone, purpose)
);

-- Wrong passwords are counted per account, whatever address they come from.
create table login_failures (
  account text primary key,
  failures integer not null,
  last_at timestamptz not null
);
