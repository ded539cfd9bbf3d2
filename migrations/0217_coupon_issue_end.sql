-- Why an issue to a segment ended before its last customer: 'empty' (no coupon left) or 'stopped' (the campaign was over). Empty: it did not, or it
-- ended before this migration.
alter table coupon_issues add column ended_by text;
