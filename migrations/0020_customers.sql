create table customers (
  id bigint generated always as identity primary key,
  -- A person signs in with a phone; the account of a group has none and nobody signs in to it.
  kind text not null default 'person' check (kind in ('person', 'group')),
  phone text unique,
  password_hash text not null,
  -- 0 student, 1 individual, 2 enterprise, 3 teacher; null until the profile is filled in
  user_type smallint check (user_type in (0, 1, 2, 3)),
  name text not null default '',
  nickname text not null default '',
  email text not null default '',
  company text not null default '',
  teacher text not null default '',
  teacher_phone text not null default '',
  teacher_mail text not null default '',
  area_code text not null default '',
  province text not null default '',
  city text not null default '',
  area text not null default '',
  address text not null default '',
  profile_completed_at timestamptz,
  advisor_id bigint,
  inviter_code text not null default '',
  disabled_at timestamptz,
  created_at timestamptz not null,
  avatar text not null default '',
  -- {"sms": false} switches a channel off; what is not named is on. Messages in the system are always kept.
  notice_choices jsonb not null default '{}',
  -- Asked for; until then it can be taken back. `closed_at`: what was personal is gone.
  closes_at timestamptz,
  closed_at timestamptz,
  -- Null: as old as the account. A password set during doubt proves nothing.
  password_set_at timestamptz,
  -- Doubts about who holds the phone that arose before this time are settled: the person proved it or changed the number. Staff who let
  -- somebody in do not set it, because that proves nothing about the phone; another sign-in beside it is still in doubt.
  doubt_settled_at timestamptz,
  -- The code that a customer gives to friends; made when the customer first opens the page of invitations.
  invite_code text,
  words text not null generated always as ( folded(name || '|' || nickname || '|' || company || '|' || email || '|' || case when closed_at is null then coalesce(phone, '') else '' end)) stored,
  -- How name and company sound, and which name and company that was.
  sounds text,
  sounds_of text,
  unsounded boolean not null generated always as (closed_at is null and sounds_of is distinct from name || '|' || company) stored,
  check ((kind = 'person') = (phone is not null))
);
create unique index customers_invite_code on customers (invite_code) where invite_code is not null;
create index customers_created on customers (created_at desc, id desc);
create index customers_words on customers using gin (grams(words)) with (gin_pending_list_limit = 256);
create index customers_sounds on customers using gin (grams(sounds)) with (gin_pending_list_limit = 256) where sounds is not null;
create index customers_unsounded on customers (id) where unsounded;
alter index customers_words alter column 1 set statistics 0;
alter index customers_sounds alter column 1 set statistics 0;

-- Who agreed to which version of which text, and when: proof, so it is never changed.
create table consents (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  document text not null,
  version text not null,
  ip text not null default '',
  agreed_at timestamptz not null
);
create index consents_customer on consents (customer_id, document);
-- One consent per person, text and version.
create index consents_version on consents (customer_id, document, version);

create trigger consents_immutable before update or delete on consents for each row execute function refuse_change();
create trigger consents_no_truncate before truncate on consents for each statement execute function refuse_change();
