-- What people ask for that is not in the catalogue: wishes of customers and requirements of visitors, in one list for the house.

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
  check ((kind = 'customer') = (customer_id is not null)),
  check (stage not in ('answered', 'accepted') or (answer is not null and valid_until is not null))
);
create index demands_customer on demands (customer_id, id desc) where customer_id is not null;
create index demands_stage on demands (stage, id desc);

-- A line of the plan that comes from an accepted offer has no project of the catalogue (rid 0): what was agreed stands in the line itself.
alter table plan_lines add column demand_id bigint unique references demands;
alter table plan_lines add column agreed jsonb;
alter table plan_lines add check ((demand_id is null) = (agreed is null));
