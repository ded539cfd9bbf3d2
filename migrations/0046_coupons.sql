-- A campaign holds the terms of its coupons. They do not change once a coupon exists, so a coupon needs no copy of them.
create table coupon_campaigns (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  kind text not null check (kind in ('amount', 'percent', 'shipping')),
  -- amount: what is taken off; percent: the share that is taken off, at most cap_fen.
  value_fen bigint not null default 0 check (value_fen >= 0),
  percent_off integer not null default 0 check (percent_off between 0 and 95),
  cap_fen bigint not null default 0 check (cap_fen >= 0),
  threshold_fen bigint not null default 0 check (threshold_fen >= 0),
  -- Empty: every customer group, every project. Projects and categories are numbers that only the caller understands.
  groups text[] not null default '{}',
  project_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  first_order boolean not null default false,
  -- May be used together with a coupon of free return shipping.
  stackable boolean not null default false,
  -- Either fixed times or a number of days after issue.
  valid_from timestamptz,
  valid_until timestamptz,
  valid_days integer check (valid_days between 1 and 1000),
  -- Issued by itself to whom: 'register' new customers, 'first_order' customers whose first order is done.
  issued_on text not null default 'none' check (issued_on in ('none', 'register', 'first_order')),
  -- Null: no limit.
  issue_limit integer check (issue_limit > 0),
  use_limit integer check (use_limit > 0),
  per_person integer not null default 1 check (per_person > 0),
  issued integer not null default 0 check (issued >= 0),
  uses integer not null default 0 check (uses >= 0),
  note text not null default '',
  stopped_at timestamptz,
  created_by bigint references staff,
  created_at timestamptz not null,
  constraint coupon_campaigns_issued check (issue_limit is null or issued <= issue_limit),
  constraint coupon_campaigns_uses check (use_limit is null or uses <= use_limit),
  check ((valid_until is null) <> (valid_days is null))
);
create index coupon_campaigns_event on coupon_campaigns (issued_on) where issued_on <> 'none' and stopped_at is null;

create table coupons (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references coupon_campaigns,
  customer_id bigint not null references customers,
  stage text not null check (stage in ('issued', 'locked', 'used', 'expired', 'withdrawn')),
  version integer not null default 1,
  source text not null check (source in ('staff', 'segment', 'code', 'register', 'first_order', 'points')),
  -- Makes an issue that is repeated (a job, an event) issue once.
  source_key text not null,
  valid_from timestamptz not null,
  expires_at timestamptz not null,
  issued_at timestamptz not null,
  -- What the coupon is locked or used for: `order:12`, `settlement:3`; its number for people; what was taken off.
  used_for text,
  used_no text,
  discount_fen bigint not null default 0 check (discount_fen >= 0),
  used_at timestamptz,
  check ((used_for is not null) = (stage in ('locked', 'used'))),
  unique (campaign_id, customer_id, source_key)
);
create index coupons_customer on coupons (customer_id, stage, id desc);
create index coupons_campaign on coupons (campaign_id, id desc);
create index coupons_used_for on coupons (used_for) where used_for is not null;
create index coupons_expiring on coupons (expires_at) where stage = 'issued';

-- A code that is shared, or one of a batch of single codes.
create table coupon_codes (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references coupon_campaigns,
  code text not null unique,
  -- Null: no limit of its own.
  use_limit integer check (use_limit > 0),
  uses integer not null default 0 check (uses >= 0),
  -- Null: a shared code.
  batch integer,
  created_by bigint references staff,
  created_at timestamptz not null,
  constraint coupon_codes_uses check (use_limit is null or uses <= use_limit)
);
create index coupon_codes_campaign on coupon_codes (campaign_id, id);

-- Issuing to a segment of customers, done by a job part by part.
create table coupon_issues (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references coupon_campaigns,
  segment jsonb not null,
  about text not null,
  total integer not null,
  last_customer_id bigint not null default 0,
  seen integer not null default 0,
  issued integer not null default 0,
  created_by bigint not null references staff,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index coupon_issues_campaign on coupon_issues (campaign_id, id desc);
