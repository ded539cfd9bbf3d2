-- concurrently
-- The notices as the console opens them, and the orders of the list of samples. Rows without the time stand at the end of these, and in no index.
create index concurrently notice_deliveries_created on notice_deliveries (created_at desc, id desc);
create index concurrently samples_received on samples (received_at desc, id desc) where received_at is not null;
create index concurrently samples_returned on samples (returned_at desc, id desc) where returned_at is not null;
create index concurrently samples_kept_until on samples (keep_until desc, id desc) where keep_until is not null;
-- How many contracts stand at each stage or have expired.
create index concurrently contracts_stages on contracts (stage, sign_by);
-- The payments as the console opens them.
create index concurrently payments_at on payments ((coalesce(paid_at, created_at)) desc, id desc);
