create sequence refund_numbers;

-- Money given back: to the channel of a payment, held from the customer's balance until the channel confirms; or from income to the balance,
-- for an order that was paid. The ledger moves it.
create table refunds (
  id bigint generated always as identity primary key,
  -- our number at the channel (out_refund_no); the same in every repetition
  refund_no text not null unique,
  customer_id bigint not null references customers,
  way text not null check (way in ('channel', 'balance')),
  -- number of the payment or of the order
  subject_no text not null,
  payment_id bigint references payments,
  channel text check (channel in ('wechatpay', 'alipay')),
  stage text not null check (stage in ('checking', 'processing', 'done', 'failed', 'declined')),
  version integer not null default 1,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  end_reason text not null default '',
  proposed_by bigint not null references staff,
  confirmed_by bigint references staff,
  -- not earlier than this: a channel takes one refund of a payment per minute
  send_at timestamptz,
  provider_no text,
  created_at timestamptz not null,
  done_at timestamptz,
  check (confirmed_by is null or confirmed_by <> proposed_by),
  check ((way = 'channel') = (payment_id is not null)),
  check ((way = 'channel') = (channel is not null))
);
create index refunds_customer on refunds (customer_id, id desc);
create index refunds_stage on refunds (stage, id desc);
create index refunds_subject on refunds (subject_no, id);
