-- What people ask for that is not in the catalogue: wishes of customers and requirements of visitors, in one list for staff.

create sequence demand_numbers;

create table demands (
  id bigint generated always as identity primary key,
  -- Given to whoever asked, to speak of it by.
  receipt_no text not null unique,
  kind text not null check (kind in ('visitor', 'customer')),
  customer_id bigint references customers,
  contact_name text not null,
  contact_phone text not null,
  company text not null default '',
  title text not null,
  body text not null,
  -- 1 sample testing, 2 on-site appointment, 3 data analysis; null when the asker does not know.
  service_type smallint check (service_type in (1, 2, 3)),
  budget_fen bigint check (budget_fen > 0),
  deadline date,
  file_ids bigint[] not null default '{}',
  stage text not null check (stage in ('open', 'answered', 'accepted', 'withdrawn', 'closed')),
  version integer not null default 1,
  -- The offer: what is done, its lines with amounts, for how many samples.
  answer jsonb,
  answered_by bigint references staff,
  answered_at timestamptz,
  valid_until timestamptz,
  accepted_at timestamptz,
  -- The order that the accepted offer became.
  order_no text,
  close_reason text not null default '',
  created_at timestamptz not null,
  words text not null generated always as ( folded(receipt_no || '|' || title || '|' || contact_name || '|' || contact_phone || '|' || company)) stored,
  check ((kind = 'customer') = (customer_id is not null)),
  check (stage not in ('answered', 'accepted') or (answer is not null and valid_until is not null))
);
create index demands_customer on demands (customer_id, id desc) where customer_id is not null;
create index demands_stage on demands (stage, id desc);
create index demands_words on demands using gin (grams(words)) with (gin_pending_list_limit = 256);
alter index demands_words alter column 1 set statistics 0;

-- Requirements of visitors by the hour, so that nobody floods the people who ring back. Addresses and phone numbers stand as hashes.
create table require_attempts (
  key text not null,
  at timestamptz not null
);
create index require_attempts_key on require_attempts (key, at);
create index require_attempts_at on require_attempts (at);
