-- concurrently
-- The newest orders of a project, from which its time to data is told (decision 0115). Without it each forecast reads all lines of the project.
create index concurrently order_lines_newest on order_lines (rid, id desc);
