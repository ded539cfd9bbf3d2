-- A code belongs to the session or the browser that asked for it. Empty: asked for by a program without cookies, or before this migration.
alter table sms_codes add column bound_to text not null default '';
