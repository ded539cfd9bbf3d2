create sequence payment_numbers;

-- One attempt to pay something through a channel. The money passes through the payer's balance; `outcome` says whether it then paid the
-- payable or stayed in the balance, and `kept_because` why.
create table payments (
  id bigint generated always as identity primary key,
  -- our number at the channel (out_trade_no)
  payment_no text not null unique,
  customer_id bigint not null references customers,
  channel text not null check (channel in ('wechatpay', 'alipay')),
  scene text not null check (scene in ('qr', 'page')),
  -- the page is the one for a phone's browser
  phone boolean not null default false,
  kind text not null,
  payable_no text not null default '',
  about text not null,
  amount_fen bigint not null check (amount_fen > 0),
  stage text not null check (stage in ('open', 'paid', 'closed', 'failed')),
  version integer not null default 1,
  code_url text,
  page_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when the channel was last asked; limits how often it is asked
  asked_at timestamptz,
  provider_no text,
  paid_at timestamptz,
  outcome text check (outcome in ('applied', 'kept')),
  kept_because text not null default '',
  refunded_fen bigint not null default 0 check (refunded_fen >= 0 and refunded_fen <= amount_fen),
  unique (channel, provider_no),
  check ((stage = 'paid') = (provider_no is not null and paid_at is not null and outcome is not null)),
  check (stage = 'paid' or refunded_fen = 0)
);
create index payments_customer on payments (customer_id, id desc);
create index payments_stage on payments (stage, id desc);
create index payments_paid_at on payments (channel, paid_at) where stage = 'paid';
create index payments_open on payments (expires_at) where stage = 'open';
create index payments_open_of_payable on payments (customer_id, kind, payable_no) where stage = 'open';

-- What a channel reported, once per report; written in the transaction that applies it.
create table payment_notifies (
  id bigint generated always as identity primary key,
  channel text not null,
  notify_id text not null,
  trade_no text not null,
  facts jsonb not null,
  result text not null,
  received_at timestamptz not null,
  unique (channel, notify_id)
);
create index payment_notifies_trade on payment_notifies (trade_no, id);

-- One comparison of a day's bill of a channel with the payments of that day; the latest one counts.
create table channel_bills (
  id bigint generated always as identity primary key,
  channel text not null,
  day date not null,
  line_count integer not null,
  received_fen bigint not null,
  refunded_fen bigint not null,
  fee_fen bigint not null,
  applied_count integer not null,
  checked_at timestamptz not null,
  unique (channel, day)
);

create table channel_differences (
  id bigint generated always as identity primary key,
  channel text not null,
  day date not null,
  -- applied: paid or refunded there and open here, now applied; unknown: not ours; missing: done here, not in the bill; amount: differs
  kind text not null check (kind in ('applied', 'unknown', 'missing', 'amount')),
  trade_no text not null,
  -- empty for a payment
  refund_no text not null default '',
  provider_no text not null default '',
  there_fen bigint,
  here_fen bigint,
  found_at timestamptz not null,
  -- set when a later comparison no longer finds it, or by finance with a note
  resolved_at timestamptz,
  resolved_by bigint references staff,
  note text not null default '',
  unique (channel, day, kind, trade_no, refund_no)
);
create index channel_differences_open on channel_differences (id desc) where resolved_at is null;
