-- Articles and cases published before there was an index are brought into it once; src/shop/articles/search-actions.ts does the work.
insert into jobs (kind, name, payload, run_at, dedupe_key, created_at) values ('job', 'content.index', '{}', now(), 'all', now());
