-- Sign-in, consent, addresses, messages and their deliveries.

-- A sign-in that was not to be remembered ends with the working day; each rotation keeps the choice.
alter table sessions add column refresh_days smallint not null default 30;

alter table customers add column avatar text not null default '';
-- {"sms": false} switches a channel off; what is not named is on. Messages in the system are always kept.
alter table customers add column notice_choices jsonb not null default '{}';

alter table sms_codes add column salt text not null default '';
create index sms_codes_ip on sms_codes (ip, created_at desc);
create index sms_codes_at on sms_codes (created_at);
create index login_failures_last_at on login_failures (last_at);

-- Who agreed to which version of which text, and when: proof, so it is never changed.
create table consents (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  document text not null,
  version text not null,
  ip text not null default '',
  agreed_at timestamptz not null
);
create index consents_customer on consents (customer_id, document);
create trigger consents_immutable before update or delete on consents for each row execute function refuse_change();
create trigger consents_no_truncate before truncate on consents for each statement execute function refuse_change();

create table addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  name text not null,
  phone text not null,
  area_code text not null,
  province text not null,
  city text not null,
  area text not null,
  address text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_customer on addresses (customer_id, id);
create unique index addresses_default on addresses (customer_id) where is_default;

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
  unique (occurrence, customer_id, channel)
);
create index notice_deliveries_customer on notice_deliveries (customer_id, id desc);
