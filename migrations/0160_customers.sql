-- concurrently
-- Whose customers somebody advises: the inbox asks with each visit.
create index concurrently customers_advisor on customers (advisor_id) where advisor_id is not null;
