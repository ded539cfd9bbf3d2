create table messages (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  template text not null,
  title text not null,
  text text not null,
  link text not null default '',
  created_at timestamptz not null,
  read_at timestamptz
);
create index messages_customer on messages (customer_id, id desc);
create index messages_unread on messages (customer_id) where read_at is null;

-- One row per event, recipient and channel: the log of what was sent, and what makes a repeated event harmless.
create table notice_deliveries (
  id bigint generated always as identity primary key,
  occurrence text not null,
  customer_id bigint not null,
  channel text not null check (channel in ('inbox', 'sms', 'mail')),
  template text not null,
  recipient text not null,
  title text not null,
  text text not null,
  link text not null default '',
  state text not null check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  -- What the provider's template of a text message is filled with: the title, and the number, amount and deadline where there are any.
  variables jsonb not null default '{}',
  unique (occurrence, customer_id, channel)
);
create index notice_deliveries_customer on notice_deliveries (customer_id, id desc);
-- The tabs of the log.
create index notice_deliveries_state on notice_deliveries (state, id desc);

-- What staff say instead of the built-in text of a notice, and the channels they keep.
create table notice_wordings (
  event text primary key,
  title text not null,
  text text not null,
  channels text[] not null,
  version integer not null default 1,
  edited_by bigint not null,
  edited_at timestamptz not null
);
