-- Texts that people agree to, by version, so that a text somebody agreed to can be shown for ever. Publishing a page of text adds a row.
create table agreement_versions (
  -- 'agreement', 'license', 'policy' or 'promoter' (src/ground/agreements/agreement-rules.ts).
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
