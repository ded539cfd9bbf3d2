create table sms_codes (
  id bigint generated always as identity primary key,
  phone text not null,
  purpose smallint not null check (purpose in (0, 1, 3, 4, 5, 6, 7, 8, 9)),
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ip text not null default '',
  salt text not null default ''
);
create index sms_codes_phone on sms_codes (phone, created_at desc);
create index sms_codes_ip on sms_codes (ip, created_at desc);
create index sms_codes_at on sms_codes (created_at);
create index sms_codes_ip_phone on sms_codes (ip, phone, created_at desc);

-- Wrong tries are counted per phone and purpose, so that a new code does not start the count again.
create table code_failures (
  phone text not null,
  purpose smallint not null,
  failures integer not null,
  window_started_at timestamptz not null,
  primary key (phone, purpose)
);
create index code_failures_window on code_failures (window_started_at);

-- Sign-in by WeChat: codes shown, whom they were scanned by, and the accounts bound to a WeChat identity.
create table wechat_bindings (
  id bigint generated always as identity primary key,
  appid text not null,
  openid text not null,
  customer_id bigint not null references customers (id),
  -- The code that led to it, so that undoing that sign-in undoes the binding too.
  ticket_id bigint not null,
  created_at timestamptz not null,
  unique (appid, openid),
  unique (appid, customer_id)
);

-- A code is bound to the browser that asked and works once. Only hashes of what the browser and the chat hold are kept.
create table wechat_tickets (
  id bigint generated always as identity primary key,
  ticket_hash text not null unique,
  -- What the code carries: it opens nothing by itself.
  scene text not null unique,
  browser_hash text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  openid text,
  scanned_at timestamptz,
  -- The browser has received the scan and shows it.
  shown_at timestamptz,
  used_at timestamptz,
  session_id bigint,
  bind_hash text unique,
  bind_expires_at timestamptz,
  bound_at timestamptz,
  undo_hash text unique,
  undone_at timestamptz
);
create index wechat_tickets_ip on wechat_tickets (ip, created_at desc);
create index wechat_tickets_created_at on wechat_tickets (created_at);

-- WeChat sends a message again until it is answered; one is known by sender, second and scene.
create table wechat_events (
  sender text not null,
  sent_at bigint not null,
  scene text not null,
  received_at timestamptz not null,
  primary key (sender, sent_at, scene)
);
create index wechat_events_received_at on wechat_events (received_at);
