-- The experiment plan: what a customer means to order, each line as filled in with one version of a form.
create table plan_lines (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  rid bigint not null,
  category_id bigint not null,
  service_type smallint not null,
  form_version integer not null,
  parameters jsonb not null,
  sample_count integer not null check (sample_count between 1 and 99),
  urgent boolean not null,
  price_lines jsonb not null,
  -- Null for what needs a quote.
  amount_fen bigint check (amount_fen >= 0),
  -- The number of an earlier order of the customer, whose instrument and conditions are asked for; empty: none.
  same_as text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A line of the plan that comes from an accepted offer has no project of the catalogue (rid 0): what was agreed stands in the line itself.
  demand_id bigint unique references demands,
  agreed jsonb,
  check ((demand_id is null) = (agreed is null))
);
create index plan_lines_customer on plan_lines (customer_id, id);

-- A plan as its owner showed it to somebody by a link: the lines as they were then. The token in the link is the only key to it.
create table plan_shares (
  id bigint generated always as identity primary key,
  token text not null unique check (length(token) = 22),
  customer_id bigint not null references customers (id),
  note text not null check (length(note) <= 200),
  shows_prices boolean not null,
  lines jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index plan_shares_customer on plan_shares (customer_id, id);
create index plan_shares_expiry on plan_shares (expires_at);
