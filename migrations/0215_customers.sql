-- A second factor that customers can switch on (decision 0131). Everything is new, so a server of the former release goes on beside this one; it does not know that a
-- session waits for its factor, so factors count from the moment when the last server of that release has ended.
create table customer_second_factors (
  customer_id bigint primary key references customers (id),
  -- The secret of the app in base32, and when its first code was confirmed; null until then.
  secret text,
  enrolled_at timestamptz,
  -- A secret that no code has confirmed yet.
  pending text,
  -- The newest time step of which a code was used.
  last_step bigint not null default 0,
  check ((secret is null) = (enrolled_at is null))
);
create table customer_recovery_codes (
  code_hash text primary key,
  customer_id bigint not null references customers (id),
  created_at timestamptz not null,
  used_at timestamptz
);
create index customer_recovery_codes_customer on customer_recovery_codes (customer_id);
-- The password, code or WeChat was right, and the second factor is still to be proved: no call is answered but the proof.
alter table sessions add column awaits_factor boolean not null default false;
