-- Lists of price and turnaround, beside those of categories and tags; src/shop/catalogue/filter-rules.ts keeps them from here on.
create temporary table new_scopes on commit drop as
select p.id as project_id, s.scope
from projects p
join search_documents d on d.project_id = p.id,
unnest(array[
  case when p.price_from_fen is null then 'pquote' when p.price_from_fen <= 10000 then 'p100' when p.price_from_fen <= 30000 then 'p300'
    when p.price_from_fen <= 100000 then 'p1000' else 'pmore' end,
  case when p.days_to <= 3 then 'd3' end, case when p.days_to <= 5 then 'd5' end, case when p.days_to <= 10 then 'd10' end]) as s (scope)
where s.scope is not null;
update search_documents d set scopes = d.scopes || (select array_agg(n.scope) from new_scopes n where n.project_id = d.project_id)
where exists (select 1 from new_scopes n where n.project_id = d.project_id);
insert into listings (scope, project_id, score, price_fen, days)
select n.scope, p.id, d.score, coalesce(p.price_from_fen, 9000000000000), p.days_to
from new_scopes n join projects p on p.id = n.project_id join search_documents d on d.project_id = p.id;
insert into listing_scopes (scope, projects) select scope, count(*) from new_scopes group by scope
on conflict (scope) do update set projects = listing_scopes.projects + excluded.projects;

-- Articles and cases, found as projects are: one row per gram of one to four characters, newest first. The two share one sequence of numbers.
create table article_documents (
  article_id bigint primary key,
  kind text not null check (kind in ('article', 'case')),
  -- Days since 1970: what is newer stands first.
  score bigint not null,
  text text not null,
  grams text[] not null,
  -- Of everything the document was made from, so that a change is seen wherever it was made.
  fingerprint text not null
);
create table article_postings (
  gram text collate "C" not null,
  kind text not null,
  score bigint not null,
  article_id bigint not null,
  primary key (gram, kind, score, article_id)
);
create table article_grams (
  gram text collate "C" not null,
  kind text not null,
  articles bigint not null,
  primary key (gram, kind)
);

-- Requirements of visitors by the hour, so that nobody floods the people who ring back. Addresses and phone numbers stand as hashes.
create table require_attempts (
  key text not null,
  at timestamptz not null
);
create index require_attempts_key on require_attempts (key, at);
create index require_attempts_at on require_attempts (at);
