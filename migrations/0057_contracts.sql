-- Contracts of enterprise orders. What was signed is the PDF with signed_sha256; the text it was made from is kept beside it.

create sequence contract_numbers;

create table contracts (
  id bigint generated always as identity primary key,
  contract_no text not null unique,
  order_id bigint not null,
  order_no text not null,
  title text not null,
  customer_id bigint not null references customers (id),
  edition integer not null,
  amount_fen bigint not null check (amount_fen > 0),
  stage text not null,
  version integer not null default 1,
  body jsonb not null,
  sign_by timestamptz not null,
  issued_by bigint not null,
  issued_at timestamptz not null,
  pdf_file_id bigint references files (id),
  pdf_sha256 text,
  signed_how text check (signed_how in ('code', 'stamp')),
  signed_name text not null default '',
  signed_phone text not null default '',
  signed_ip text not null default '',
  signed_at timestamptz,
  stamped_file_id bigint references files (id),
  sealed_by bigint,
  sealed_at timestamptz,
  signed_pdf_file_id bigint references files (id),
  -- A contract that was sent back says why; one whose time is over is dead like a void one, and another may be drawn up.
  sent_back_reason text not null default '',
  unique (order_id, edition)
);
create index contracts_customer on contracts (customer_id, id desc);
create index contracts_stage on contracts (stage, id desc);
create unique index contracts_live on contracts (order_id) where stage not in ('void', 'expired');
create index contracts_words on contracts using gin (grams(folded(contract_no))) with (gin_pending_list_limit = 256);
alter index contracts_words alter column 1 set statistics 0;
