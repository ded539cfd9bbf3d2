-- Editors publish real measurements too, so that examples are computed is said by their own note and no longer by the page. Those that are there
-- are the demo's.
update project_examples set data = jsonb_set(data, '{note}', to_jsonb('示意数据 · ' || (data ->> 'note')))
where data ->> 'note' not like '示意数据%';
