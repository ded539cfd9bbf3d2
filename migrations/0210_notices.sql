-- Browsers in which a customer turned on pushes (decision 0119). A subscription belongs to the session in which it was made and ends with it:
-- who signs out gets nothing there any more, and neither does the next person at the same browser.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id) on delete cascade,
  session_id bigint not null unique references sessions (id) on delete cascade,
  -- The address that the browser's push service gave, and the keys by which only this browser reads a message.
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  last_error text not null default ''
);
create index push_subscriptions_customer on push_subscriptions (customer_id, id);
