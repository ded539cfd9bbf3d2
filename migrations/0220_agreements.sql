-- Texts that people agree to, by version, so that a text somebody agreed to can be shown for ever. Publishing a page of text adds a row.
create table agreement_versions (
  -- 'agreement', 'license' or 'policy' (src/ground/agreements/agreement-rules.ts).
  slug text not null,
  -- 0: the first text, before any editor published one; from then on the version in the editors' history.
  version integer not null check (version >= 0),
  title text not null,
  -- Cleaned HTML with {{…}} where a setting is filled in.
  html text not null,
  -- Null for the first text.
  published_at timestamptz,
  primary key (slug, version)
);

-- The first texts: what the history keeps as not written by anybody, or the page itself while nobody has edited it.
insert into agreement_versions (slug, version, title, html)
select p.slug, 0, coalesce(r.data ->> 'title', p.title), coalesce(r.data ->> 'body', p.body_html) from pages p
left join content_revisions r on r.kind = 'page' and r.item_id = p.id and r.version = 1 and r.author_id is null
where p.slug in ('agreement', 'license', 'policy');

insert into agreement_versions (slug, version, title, html, published_at)
select p.slug, r.version, r.data ->> 'title', r.data ->> 'body', r.published_at from pages p
join content_revisions r on r.kind = 'page' and r.item_id = p.id and r.published_at is not null
where p.slug in ('agreement', 'license', 'policy') and r.state in ('published', 'superseded', 'archived');
