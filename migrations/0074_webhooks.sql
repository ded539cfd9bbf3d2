-- Addresses of customers' systems that are told about events (decision 0082). The secret signs every message, so it cannot be a hash.
create table webhooks (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  url text not null check (length(url) <= 500),
  types text[] not null check (cardinality(types) > 0),
  secret text not null,
  -- Signs beside the new secret until this time, so that the receiver can change over.
  old_secret text,
  old_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- The first failure after the last success.
  failing_since timestamptz,
  -- A worker sends to this address until then; another one waits.
  busy_until timestamptz,
  created_at timestamptz not null,
  check ((old_secret is null) = (old_secret_until is null))
);
create index webhooks_customer on webhooks (customer_id, id);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  -- The same for every attempt, by which the receiver recognises a repeated message.
  message_id text not null,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  answer_status integer,
  duration_ms integer,
  error text,
  created_at timestamptz not null,
  unique (webhook_id, message_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_created on webhook_deliveries (created_at);
