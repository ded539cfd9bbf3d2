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
  unique (order_id, edition)
);
create unique index contracts_live on contracts (order_id) where stage <> 'void';
create index contracts_customer on contracts (customer_id, id desc);
create index contracts_stage on contracts (stage, id desc);

alter table sms_codes drop constraint sms_codes_purpose_check;
alter table sms_codes add constraint sms_codes_purpose_check check (purpose in (0, 1, 3, 6));
