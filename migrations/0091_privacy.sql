-- Closing an account, and copies of everything held about a person.

-- 5: proves who asks for a copy of the data or for the end of the account.
alter table sms_codes drop constraint sms_codes_purpose_check;
alter table sms_codes add constraint sms_codes_purpose_check check (purpose in (0, 1, 3, 4, 5, 6));

-- Asked for; until then it can be taken back. `closed_at`: what was personal is gone.
alter table customers add column closes_at timestamptz;
alter table customers add column closed_at timestamptz;

create table personal_exports (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  file_id bigint references files (id) on delete set null,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null
);
create index personal_exports_customer on personal_exports (customer_id, id desc);
