-- The owner may demand a second factor of everybody who works or orders for the group (decision 0132). A server of the former release does not ask for it yet.
alter table groups add column needs_factor boolean not null default false;
