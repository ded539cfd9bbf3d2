-- concurrently
-- Whose customers somebody advises: the inbox asks with each visit.
create index concurrently customers_advisor on customers (advisor_id) where advisor_id is not null;

-- The tabs of the list count by it. With the columns that it is made of, no row is read for a count.
create index concurrently customers_type on customers ((case when kind = 'group' then 'group' else coalesce(user_type::text, 'none') end))
  include (kind, user_type);
