create sequence group_numbers;

-- A research group or firm whose members order on its account. `account_id`: whose money it is; orders and debts stay with it, whoever leaves.
create table groups (
  id bigint generated always as identity primary key,
  group_no text not null unique,
  account_id bigint not null unique references customers,
  name text not null,
  unit text not null,
  kind text not null check (kind in ('institute', 'enterprise')),
  note text not null default '',
  stage text not null check (stage in ('pending', 'verified', 'refused', 'dissolved')),
  version integer not null default 1,
  refuse_reason text not null default '',
  -- In the link and QR code of the group; who has it may apply. A new one makes the old one useless.
  join_code text unique,
  founder_id bigint not null references customers,
  verified_by bigint references staff,
  verified_at timestamptz,
  dissolved_at timestamptz,
  created_at timestamptz not null,
  words text not null generated always as (folded(name || '|' || unit || '|' || group_no)) stored,
  check ((stage = 'dissolved') = (dissolved_at is not null))
);
create index groups_words on groups using gin (grams(words)) with (gin_pending_list_limit = 256);
alter index groups_words alter column 1 set statistics 0;
create index groups_stage on groups (stage, id desc);

-- A person's membership from the application or invitation on. One who comes back gets a new row, so that the old one keeps its history.
create table group_members (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  -- Null: invited by a phone that has no account yet.
  customer_id bigint references customers,
  -- Of an invitation by phone until it is answered.
  phone text,
  role text not null default 'member' check (role in ('owner', 'manager', 'member')),
  stage text not null check (stage in ('applied', 'invited', 'joined', 'refused', 'removed', 'left')),
  version integer not null default 1,
  message text not null default '',
  -- Null: without a limit. The month is the calendar month in Shanghai.
  month_limit_fen bigint check (month_limit_fen >= 0),
  -- {"1003": 50000}: per month and project.
  project_limits jsonb not null default '{}',
  -- Orders above this amount wait for the owner or a manager; null: none does.
  approval_above_fen bigint check (approval_above_fen >= 0),
  -- Who invited, and afterwards who approved, refused or removed.
  decided_by bigint references customers,
  created_at timestamptz not null,
  joined_at timestamptz,
  ended_at timestamptz,
  check (customer_id is not null or (stage in ('invited', 'refused', 'removed') and phone is not null)),
  check (role <> 'owner' or stage = 'joined')
);
create unique index group_members_live on group_members (group_id, customer_id) where stage in ('applied', 'invited', 'joined');
create unique index group_members_phone on group_members (group_id, phone) where stage = 'invited' and customer_id is null;
create unique index group_members_owner on group_members (group_id) where role = 'owner';
create index group_members_group on group_members (group_id, stage, id);
create index group_members_customer on group_members (customer_id, id desc);
create index group_members_invited on group_members (phone) where stage = 'invited' and customer_id is null;
create index group_members_decided on group_members (decided_by, created_at);

-- The owner offers the group to a member, who agrees or refuses. One offer at a time.
create table group_transfers (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  from_id bigint not null references customers,
  to_id bigint not null references customers,
  stage text not null check (stage in ('offered', 'agreed', 'refused', 'withdrawn')),
  version integer not null default 1,
  created_at timestamptz not null,
  answered_at timestamptz,
  check (from_id <> to_id)
);
create unique index group_transfers_open on group_transfers (group_id) where stage = 'offered';
create index group_transfers_to on group_transfers (to_id, id desc);
create index group_transfers_from on group_transfers (from_id, id desc);

-- What an order takes from the limits of a member in the month of the order. held: the price may still change; released: the order ended unpaid.
create table group_spend (
  order_id bigint primary key,
  group_id bigint not null references groups,
  member_id bigint not null references customers,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  amount_fen bigint not null check (amount_fen >= 0),
  -- {"1003": 50000}: the amount by project; the parts sum to the amount.
  projects jsonb not null,
  state text not null check (state in ('held', 'final', 'released')),
  created_at timestamptz not null
);
create index group_spend_member on group_spend (group_id, member_id, month) where state <> 'released';
create index group_spend_of_member on group_spend (member_id, order_id);
