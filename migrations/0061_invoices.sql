create sequence invoice_numbers;

-- Invoice titles (发票抬头) of a customer. Exactly one is the default while any exist.
create table invoice_titles (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  title text not null,
  natural_person boolean not null,
  tax_no text not null,
  bank text not null,
  bank_account text not null,
  address text not null,
  phone text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index invoice_titles_customer on invoice_titles (customer_id, updated_at desc, id desc);
create unique index invoice_titles_default on invoice_titles (customer_id) where is_default;

-- An application for one invoice. It keeps the title as it was at the time of the application.
create table invoice_applications (
  id bigint generated always as identity primary key,
  application_no text not null unique,
  customer_id bigint not null references customers,
  stage text not null check (stage in ('pending', 'issuing', 'issued', 'sent', 'rejected', 'cancelled', 'reddening', 'reddened')),
  version integer not null default 1,
  -- 0 none, 1 ordinary e-invoice, 2 paper ordinary, 3 special e-invoice, 4 paper special
  type smallint not null check (type in (0, 1, 2, 3, 4)),
  title text not null,
  natural_person boolean not null,
  tax_no text not null,
  bank text not null,
  bank_account text not null,
  address text not null,
  phone text not null,
  email text not null,
  remark text not null default '',
  amount_fen bigint not null check (amount_fen > 0),
  -- Fixed when finance approves, with the rate of that day.
  rate_percent smallint,
  tax_fen bigint check (tax_fen >= 0),
  reject_reason text not null default '',
  created_at timestamptz not null,
  -- manual: finance enters the number; nuonuo: the provider issues. request_no is unique per attempt at the provider.
  way text not null default 'manual',
  request_no text unique,
  provider_no text not null default '',
  request_state text not null default 'none' check (request_state in ('none', 'waiting', 'accepted', 'failed')),
  requested_at timestamptz,
  attempts integer not null default 0,
  -- What went wrong at the provider, for finance.
  fault text not null default '',
  invoice_no text unique check (invoice_no ~ '^[0-9]{20}$'),
  issued_on date,
  sent_at timestamptz,
  -- 01 wrongly issued, 02 returned, 03 service ended, 04 allowance
  red_reason text check (red_reason in ('01', '02', '03', '04')),
  red_note text not null default '',
  red_bill text not null default '',
  red_request_no text unique,
  red_asked_at timestamptz,
  -- What red letters took off so far; an invoice is reddened when nothing is left.
  reddened_fen bigint not null default 0,
  check (reddened_fen >= 0 and reddened_fen <= amount_fen),
  check (stage not in ('issued', 'sent', 'reddening', 'reddened') or invoice_no is not null),
  check ((stage = 'reddened') = (reddened_fen = amount_fen))
);
create index invoice_applications_customer on invoice_applications (customer_id, id desc);
create index invoice_applications_stage on invoice_applications (stage, id desc);

-- What an application is for: parts of what was paid for orders.
create table invoice_lines (
  application_id bigint not null references invoice_applications,
  order_id bigint not null,
  order_no text not null,
  about text not null,
  -- The customer's funding number (课题号), printed in the remark.
  funding_no text not null default '',
  amount_fen bigint not null check (amount_fen > 0),
  tax_fen bigint,
  -- What red letters took off so far, and what the red letter that is being made takes off.
  reddened_fen bigint not null default 0 check (reddened_fen >= 0),
  red_asked_fen bigint not null default 0 check (red_asked_fen >= 0),
  primary key (application_id, order_id),
  constraint invoice_lines_reddened check (reddened_fen + red_asked_fen <= amount_fen)
);
create index invoice_lines_order on invoice_lines (order_id);

-- The red letters of an invoice: one over all of it, or several over parts.
create table invoice_red_letters (
  id bigint generated always as identity primary key,
  application_id bigint not null references invoice_applications,
  red_no text not null unique check (red_no ~ '^[0-9]{20}$'),
  red_on date not null,
  amount_fen bigint not null check (amount_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0 and tax_fen <= amount_fen),
  reason text not null check (reason in ('01', '02', '03', '04')),
  created_at timestamptz not null
);
create index invoice_red_letters_application on invoice_red_letters (application_id, id);
