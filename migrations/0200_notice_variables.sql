-- What the provider's template of a text message is filled with: the title, and the number, amount and deadline where there are any.
alter table notice_deliveries add column variables jsonb not null default '{}';
