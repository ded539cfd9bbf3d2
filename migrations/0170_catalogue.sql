-- The plot of an example, drawn when its numbers are written: drawing it took a quarter of the time of a project's page.
-- Null for examples that an earlier release wrote; they are drawn when they are read.
alter table project_examples add column plot jsonb;
