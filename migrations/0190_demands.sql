-- concurrently
-- Contracts read the days that the offers of an order promise.
create index concurrently demands_order on demands (order_no) where order_no is not null;
