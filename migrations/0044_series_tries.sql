-- Reading a curve can fail for want of time, which says nothing about the file: it is tried again, a few times.
alter table parsed_series add column tries integer not null default 1;
-- Why the last try failed, in words for staff; null: the file was read, and data says what is in it.
alter table parsed_series add column failure text;
-- Until now a try that ran out of time was kept as "no curve". Those files are simply read anew when somebody looks.
delete from parsed_series where data is null;
