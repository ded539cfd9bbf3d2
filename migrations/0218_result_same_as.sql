-- Which other result had the same bytes when the file was uploaded, in words for the reviewer. Empty: none, or uploaded before this migration.
alter table result_files add column same_as text not null default '';
