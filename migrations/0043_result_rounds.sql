-- A record or file knows at which version of its order it was entered, so that what came after a retest or a return can be told
-- from what was there before, without comparing clocks. What is there already counts as before.
alter table test_records add column order_version integer not null default 0;
alter table result_files add column order_version integer not null default 0;

-- The lines the manager sent to be tested again; null: all of them.
alter table orders add column retest_line_ids bigint[];
