-- Until then every doubt about who holds the phone is settled: the person proved it, or changed the number. Somebody whom the house
-- let in has proved nothing by the phone, so that another sign-in beside theirs is still in doubt.
alter table customers add column doubt_settled_at timestamptz;
create index sessions_in_doubt on sessions (subject_id, created_at) where in_doubt;
