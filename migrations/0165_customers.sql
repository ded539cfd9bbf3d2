-- concurrently
-- What refers to a customer. Deleting an account that an import made asks each of these tables once a row, and so does a copy of personal data;
-- where an index was missing, or covered open rows only, each question read the whole table (decision 0105).
create index concurrently wechat_bindings_customer on wechat_bindings (customer_id);
create index concurrently groups_founder on groups (founder_id);
create index concurrently invite_devices_friend on invite_devices (friend_id);
create index concurrently credit_dues_customer on credit_dues (customer_id);
create index concurrently credit_applications_customer on credit_applications (customer_id);
create index concurrently paid_orders_customer on paid_orders (customer_id);
create index concurrently point_lots_of_customer on point_lots (customer_id);
create index concurrently order_funding_changes_changed_by on order_funding_changes (changed_by);
create index concurrently pickups_requested_by on pickups (requested_by);
create index concurrently settlement_rows_customer on settlement_rows (customer_id);
create index concurrently settlement_rows_owed_by on settlement_rows (owed_by);
create index concurrently rebates_customer on rebates (customer_id);
create index concurrently reports_customer on reports (customer_id);
create index concurrently files_customer on files (customer_id) where customer_id is not null;
create index concurrently files_of_customer on files (uploaded_by) where uploaded_by_kind = 'customer';
create index concurrently uploads_of_owner on uploads (owner_kind, owner_id);
