-- The customer's library: one row for each curve of a published result file, with everything that a person searches it by. Which of them
-- somebody reads is decided by the rights of the file at each reading; these rows only find it.
create table library_curves (
  id bigint generated always as identity primary key,
  file_id bigint not null references files (id),
  -- The place of the curve in its file, from 0.
  series integer not null check (series >= 0),
  customer_id bigint not null references customers (id),
  -- Who pays for the order: a group reads what was ordered for it.
  payer_id bigint not null references customers (id),
  order_id bigint not null references orders (id),
  order_no text not null,
  file_name text not null,
  -- Empty for a file of the whole order.
  sample_no text not null default '',
  sample_name text not null default '',
  own_no text not null default '',
  composition text not null default '',
  -- In alphabetical order; empty when the composition is no formula.
  elements text[] not null default '{}',
  -- Atomic percent of each element, from and to: {"Fe": [40, 40]}; null when the composition does not say.
  shares jsonb,
  -- The formula in one spelling, for comparing.
  formula text not null default '',
  project text not null default '',
  method text not null,
  label text not null,
  x_label text not null,
  y_label text not null,
  -- The x axis is drawn from right to left.
  reversed boolean not null,
  x_from double precision not null,
  x_to double precision not null,
  -- In the file, of which at most 4,000 are drawn.
  points bigint not null check (points >= 2),
  measured_at timestamptz not null,
  created_at timestamptz not null,
  -- The file was replaced or its report withdrawn. The row stays, because notes and collections name it and it may come back.
  gone_at timestamptz,
  words text not null generated always as (folded(sample_name || '|' || own_no || '|' || sample_no || '|' || order_no || '|' || composition || '|'
    || project || '|' || method || '|' || label)) stored,
  unique (file_id, series)
);
create index library_curves_customer on library_curves (customer_id, measured_at desc, id desc) where gone_at is null;
create index library_curves_payer on library_curves (payer_id, measured_at desc, id desc) where gone_at is null;
create index library_curves_customer_method on library_curves (customer_id, method, measured_at desc, id desc) where gone_at is null;
create index library_curves_payer_method on library_curves (payer_id, method, measured_at desc, id desc) where gone_at is null;
create index library_curves_customer_project on library_curves (customer_id, project, measured_at desc, id desc) where gone_at is null;
create index library_curves_payer_project on library_curves (payer_id, project, measured_at desc, id desc) where gone_at is null;
create index library_curves_customer_sample on library_curves (customer_id, sample_name, id) where gone_at is null;
create index library_curves_payer_sample on library_curves (payer_id, sample_name, id) where gone_at is null;
create index library_curves_order on library_curves (order_id);
create index library_curves_elements on library_curves using gin (elements) where gone_at is null;
create index library_curves_formula on library_curves (formula) where gone_at is null and formula <> '';
create index library_curves_words on library_curves using gin (grams(words)) with (gin_pending_list_limit = 256);
alter index library_curves_words alter column 1 set statistics 0;

-- The drawing of a curve in a list: points of a line in a box of 200 by 60, as SVG writes them. Apart from the curves, so that a search
-- reads small rows.
create table library_drawings (
  curve_id bigint primary key references library_curves (id) on delete cascade,
  line text not null
);

-- Words that an account (a person, or a group) gave a curve.
create table library_tags (
  account_id bigint not null references customers (id),
  tag text not null,
  curve_id bigint not null references library_curves (id) on delete cascade,
  primary key (account_id, tag, curve_id)
);
create index library_tags_curve on library_tags (curve_id);

create table library_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references customers (id),
  curve_id bigint not null references library_curves (id) on delete cascade,
  -- Who wrote it; null when that person has closed the account.
  author_id bigint references customers (id),
  -- A position on the x axis; null: about the whole curve.
  at_x double precision,
  body text not null,
  created_at timestamptz not null
);
create index library_notes_curve on library_notes (curve_id, account_id, id);
create index library_notes_account on library_notes (account_id);
create index library_notes_author on library_notes (author_id) where author_id is not null;

-- Curves that an account shows together, how they are drawn, and the link by which others see the figure.
create table library_collections (
  id bigint generated always as identity primary key,
  account_id bigint not null references customers (id),
  name text not null,
  remark text not null default '',
  -- Baseline, normalising, offset and difference.
  view jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  share_token text unique,
  share_expires_at timestamptz,
  check ((share_token is null) = (share_expires_at is null))
);
create index library_collections_account on library_collections (account_id, updated_at desc, id desc);

create table library_collection_curves (
  collection_id bigint not null references library_collections (id) on delete cascade,
  place integer not null,
  curve_id bigint not null references library_curves (id) on delete cascade,
  -- What the figure calls it; also what a visitor reads.
  label text not null,
  primary key (collection_id, place),
  unique (collection_id, curve_id)
);
create index library_collection_curves_curve on library_collection_curves (curve_id);
