-- A person who comes back after a long absence may be somebody else with the same phone number.

-- Opened after a long absence and not proved since by a second thing the person has or knows.
alter table sessions add column in_doubt boolean not null default false;
-- Null: as old as the account. A password set during doubt proves nothing.
alter table customers add column password_set_at timestamptz;

alter table sms_codes drop constraint sms_codes_purpose_check;
alter table sms_codes add constraint sms_codes_purpose_check check (purpose in (0, 1, 3, 4, 5, 6, 7));

-- One consent per person, text and version.
create index consents_version on consents (customer_id, document, version);
