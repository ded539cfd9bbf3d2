-- The code that a customer gives to friends. Nobody has one until invitations are opened, so until then every code is unknown.
alter table customers add column invite_code text;
create unique index customers_invite_code on customers (invite_code) where invite_code is not null;
